import { useSyncExternalStore } from 'react';

/**
 * Says whether the page is drawn for paper. The switch renders in one go before the browser counts the pages,
 * because a print waits for no later render.
 */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting, () => false);
}

let isPrintAhead = false;

function isPrinting(): boolean {
  return isPrintAhead || window.matchMedia('print').matches;
}

function subscribe(onChange: () => void): () => void {
  const paper = window.matchMedia('print');
  const follow = ({ type }: Event) => {
    if (type !== 'change') isPrintAhead = type === 'beforeprint';
    onChange();
  };
  paper.addEventListener('change', follow);
  window.addEventListener('beforeprint', follow);
  window.addEventListener('afterprint', follow);
  return () => {
    paper.removeEventListener('change', follow);
    window.removeEventListener('beforeprint', follow);
    window.removeEventListener('afterprint', follow);
  };
}
