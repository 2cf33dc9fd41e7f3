'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';

export type Scroller = HTMLElement | Window;

/** Finds the nearest scrolling ancestor, or the window. Returns null until it is known. */
export function useScroller(ref: RefObject<HTMLElement | null>): Scroller | null {
  const [scroller, setScroller] = useState<Scroller | null>(null);
  useLayoutEffect(() => setScroller(findScroller(ref.current)), [ref]);
  return scroller;
}

export function findScroller(element: HTMLElement | null): Scroller {
  let parent = element?.parentElement ?? null;
  while (parent && parent !== document.body && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) {
    parent = parent.parentElement;
  }
  return parent && parent !== document.body ? parent : window;
}

/**
 * Measures the distance from the start of the scrolled content to an element, in pixels. It updates when
 * something above grows.
 */
export function useOffset(ref: RefObject<HTMLElement | null>, scroller: Scroller): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      setOffset(Math.round(top - startOf(scroller)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    const content = scroller instanceof Window ? [document.body] : [...scroller.children];
    for (const element of content) observer.observe(element);
    return () => observer.disconnect();
  }, [ref, scroller]);
  return offset;
}

function startOf(scroller: Scroller): number {
  if (scroller instanceof Window) return -scroller.scrollY;
  return scroller.getBoundingClientRect().top - scroller.scrollTop;
}
