'use client';

import { useEffect, useState } from 'react';
import { isTextField } from '../../_ui/keys/takes-keys';

/** A person who has not typed for this long has stopped. */
const pauseMs = 2_000;

/** Returns true while the person types text into a field, until they pause or leave the field. */
export function useTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      setIsTyping(false);
    };
    const onInput = ({ target }: Event) => {
      clearTimeout(timer);
      const isText = hasText(target);
      setIsTyping(isText);
      if (isText) timer = setTimeout(stop, pauseMs);
    };
    // The window hears the event after the field's own handlers. A render before them would reset the field.
    window.addEventListener('input', onInput);
    window.addEventListener('focusout', stop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('input', onInput);
      window.removeEventListener('focusout', stop);
    };
  }, []);
  return isTyping;
}

/** Says whether the focused field contains text. After sending, the field is empty or gone. */
export function isTextInHand(): boolean {
  return hasText(document.activeElement);
}

function hasText(target: EventTarget | null): boolean {
  if (!isTextField(target)) return false;
  const text = 'value' in target ? target.value : target.textContent;
  return typeof text === 'string' && text !== '';
}
