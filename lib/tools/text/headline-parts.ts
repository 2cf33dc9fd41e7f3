import { cutEnd, cutMiddle, makeVisible } from './visible-text';

/** A headline is one line of at most this many characters. */
export const maxHeadlineLength = 120;

/** A path as a headline shows it. */
export function shownPath(path: string, maxLength = 80): string {
  return cutMiddle(makeVisible(path), maxLength);
}

/** A folder as a headline shows it: "app/", or "the workspace". */
export function shownFolder(path: string, maxLength = 50): string {
  const clean = path.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
  return clean === '' || clean === '.' ? 'the workspace' : `${shownPath(clean, maxLength - 1)}/`;
}

/** Any other value, on one line. */
export function shownValue(text: string, maxLength = 60): string {
  return cutEnd(makeVisible(text.trim().replace(/\s*\n\s*/g, ' ⏎ ')), maxLength);
}

/** The last word on any headline, whatever a tool made of it. */
export function finishHeadline(text: string): string {
  return cutEnd(makeVisible(text), maxHeadlineLength);
}
