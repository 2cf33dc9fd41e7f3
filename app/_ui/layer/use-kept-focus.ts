import { useEffect } from 'react';
import { focusPart, partsAround } from './nearest-part';

/** After this pause, a dialog or a new page has taken the focus itself. */
const focusAfterMs = 60;

/**
 * Keeps the focus near. When the focused control goes away, the smallest remaining part of the page around it
 * gets the focus, else the page's content. A control that was disabled while it worked gets the focus back.
 * Otherwise the focus would fall to the document, and a screen reader would lose its place. The focus never
 * moves to another control, because a second press of the same key must not start something else.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let wasDisabled = false;
    let around: Element[] = [];
    let taking: ReturnType<typeof setTimeout> | undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      // The newly focused layer may close before the pause is over, and returns the focus itself.
      clearTimeout(taking);
      focused = target instanceof Element ? target : null;
      around = partsAround(focused);
    };
    // The person turned to something else, which may be unable to take the focus.
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && focused?.contains(target))) focused = null;
    };
    const observer = new MutationObserver(() => {
      if (!(focused instanceof HTMLElement)) return;
      const isDisabled = focused.matches(':disabled');
      if (wasDisabled && !isDisabled && document.activeElement === document.body)
        focused.focus({ preventScroll: true });
      wasDisabled = isDisabled;
      if (focused.isConnected) return;
      focused = null;
      const left = around;
      clearTimeout(taking);
      taking = setTimeout(() => takeFocus(left), focusAfterMs);
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown, { capture: true });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(taking);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown, { capture: true });
      observer.disconnect();
    };
  }, []);
}

function takeFocus(around: readonly Element[]): void {
  if (document.activeElement === document.body) focusPart(around);
}
