'use client';

import { type RefObject, useLayoutEffect } from 'react';

const marginPx = 16;

/**
 * Measures the height from the top of an element to the window's lower edge, and keeps it in the element's
 * CSS variable `--room`.
 */
export function useRoom(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (!element) return;
      const top = Math.max(marginPx, element.getBoundingClientRect().top);
      element.style.setProperty('--room', `${Math.round(window.innerHeight - top - marginPx)}px`);
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [ref]);
}
