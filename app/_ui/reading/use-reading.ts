'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { measureReading, type ReadingPlace, scrollToEnd } from './measure-reading';

/** The end of a text counts as seen after this long in view. */
const seenAfterMs = 150;

export type Reading = {
  end: RefObject<HTMLParagraphElement | null>;
  bar: RefObject<HTMLDivElement | null>;
  /** This is null before the first layout. */
  place: ReadingPlace | null;
  hasSeenEnd: boolean;
  moveToEnd: () => void;
};

/**
 * Returns how much of a text is below the view, and whether its end has been in view since `subject` changed.
 * It follows scrolling, resizing and growing, including rows that are drawn only in view.
 */
export function useReading(subject: unknown): Reading {
  const end = useRef<HTMLParagraphElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ReadingPlace | null>(null);
  const [seen, setSeen] = useState<{ subject: unknown } | null>(null);

  useEffect(() => {
    let frame = 0;
    const measure = () => {
      if (!end.current || !bar.current) return;
      const next = measureReading({ end: end.current, bar: bar.current });
      setPlace((before) => (before && isSame(before, next) ? before : next));
    };
    // The page waits for the next frame, because only then does everything have its height.
    const plan = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    plan();
    window.addEventListener('scroll', plan, { capture: true, passive: true });
    window.addEventListener('resize', plan);
    const observer = new ResizeObserver(plan);
    for (const element of [end.current?.parentElement, bar.current]) if (element) observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', plan, { capture: true });
      window.removeEventListener('resize', plan);
      observer.disconnect();
    };
  }, []);

  const isAtEnd = place?.screensBelow === 0;
  useEffect(() => {
    if (!isAtEnd) return;
    const timer = setTimeout(() => setSeen({ subject }), seenAfterMs);
    return () => clearTimeout(timer);
  }, [isAtEnd, subject]);

  const moveToEnd = useCallback(() => {
    if (!end.current || !bar.current) return;
    const element = end.current;
    scrollToEnd({ end: element, bar: bar.current }, () => element.focus({ preventScroll: true }));
  }, []);

  return { end, bar, place, hasSeenEnd: seen !== null && seen.subject === subject, moveToEnd };
}

function isSame(a: ReadingPlace, b: ReadingPlace): boolean {
  return a.screensBelow === b.screensBelow && a.screens === b.screens;
}
