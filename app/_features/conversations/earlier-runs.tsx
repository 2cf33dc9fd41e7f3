'use client';

import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { countOf } from '@/lib/shared/quantities';
import { useEarlierRuns } from '../../_client/conversation-queries';
import { announce } from '../../_ui/state/announcer';
import classes from './earlier-runs.module.css';

/** The next page starts to load when its button is this close to the window. */
const marginPx = 800;

type Props = { conversationId: string; firstId: string };

/**
 * Loads earlier runs when the reader comes near the first one or presses the button. Loads all of them when
 * the reader searches in the page.
 */
export function EarlierRuns({ conversationId, firstId }: Props) {
  const { mutate, isPending, error } = useEarlierRuns(conversationId);
  const button = useRef<HTMLButtonElement>(null);
  const isFinding = useRef(false);

  const load = useEffectEvent(() => {
    if (isPending) return;
    mutate(undefined, { onSuccess: (count) => announce(`${countOf(count, 'earlier run')} loaded.`) });
  });
  const find = useEffectEvent(() => {
    isFinding.current = true;
    load();
  });

  useEffect(() => {
    if (!button.current || error || isPending) return;
    if (isFinding.current && firstId !== '') load();
    // Each page gets a new observer, which reports again if the button is still near.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: `${marginPx}px 0px`,
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [firstId, error, isPending]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') find();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  // The button disappears with the last page. The focus moves on, so that a keyboard user keeps their place.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element === null || document.activeElement !== element) return;
      const next = element.parentElement?.nextElementSibling;
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div className={classes['earlier']}>
      {/* The button stays enabled while it loads, because a disabled button would lose the keyboard's place. */}
      <Button
        ref={button}
        variant="default"
        size="xs"
        aria-busy={isPending}
        leftSection={isPending && <Loader size={12} />}
        onClick={() => load()}
      >
        Load earlier runs
      </Button>
      {error && (
        <Text size="sm" c="var(--danger-text)" role="alert">
          Earlier runs could not be loaded. {error.message}
        </Text>
      )}
    </div>
  );
}
