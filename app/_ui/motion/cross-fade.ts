import { flushSync } from 'react-dom';

/**
 * Makes a change of the page as a cross-fade of the parts that have a `view-transition-name`. The old state is
 * only a picture, so nobody can press it. It makes the change at once if the person wants less motion or the
 * browser has no view transitions.
 */
export function crossFade(change: () => void): void {
  const wantsLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (wantsLessMotion || !('startViewTransition' in document)) {
    change();
    return;
  }
  const { ready } = document.startViewTransition(() => flushSync(change));
  // A hidden page makes the change without a fade, and says so by a rejection.
  ready.catch(() => undefined);
}
