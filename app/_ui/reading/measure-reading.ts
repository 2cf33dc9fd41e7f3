import { findScroller } from './use-scroller';

/** `end` is the last element of a text. `bar` covers the text's lower edge or follows it. */
export type ReadingElements = { end: HTMLElement; bar: HTMLElement };

/**
 * `screensBelow` measures the part below the view, in heights of the view. `screens` measures the complete
 * text. Its screens have at least a usual height, so that a low window alone makes no text long.
 */
export type ReadingPlace = { screensBelow: number; screens: number };

/** Layouts round to whole pixels, so the end can be off by a few. */
const tolerancePx = 4;
const leastViewPx = 24;
const usualScreenPx = 480;

export function measureReading({ end, bar }: ReadingElements): ReadingPlace {
  const scroller = findScroller(end);
  const top = scroller instanceof Window ? 0 : Math.max(0, scroller.getBoundingClientRect().top);
  const edge = lowerEdge(bar);
  const screenPx = Math.max(leastViewPx, edge - top);
  const endPx = end.getBoundingClientRect().bottom;
  const startPx = end.parentElement?.getBoundingClientRect().top ?? endPx;
  const belowPx = endPx - edge;
  return {
    screensBelow: belowPx <= tolerancePx ? 0 : belowPx / screenPx,
    screens: (endPx - startPx) / Math.max(screenPx, usualScreenPx),
  };
}

/** The end must stay in view for this many frames, because rows that come into view can change the height. */
const steadyFrames = 3;
const mostFrames = 60;

/** Scrolls until the end is in view, then calls `onThere`. */
export function scrollToEnd({ end, bar }: ReadingElements, onThere: () => void): void {
  let frames = 0;
  let framesAtEnd = 0;
  const step = () => {
    frames += 1;
    const belowPx = end.getBoundingClientRect().bottom - lowerEdge(bar);
    framesAtEnd = belowPx <= tolerancePx ? framesAtEnd + 1 : 0;
    if (framesAtEnd >= steadyFrames || frames > mostFrames) {
      onThere();
      return;
    }
    if (framesAtEnd === 0)
      findScroller(end).scrollBy({ top: belowPx + window.innerHeight, behavior: 'instant' });
    requestAnimationFrame(step);
  };
  step();
}

function lowerEdge(bar: HTMLElement): number {
  return Math.min(bar.getBoundingClientRect().top, window.innerHeight);
}
