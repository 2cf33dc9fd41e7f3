import { useEffectEvent, useLayoutEffect, useState } from 'react';

type Layer = { close: () => void };

const lowestZIndex = 200;
const focusAfterMs = 10;
/** What is open over the page, the one in front last. */
const layers: Layer[] = [];

/**
 * The props of a dialog over the page: Escape closes only the one in front, and Back or Forward closes all, because they belong to
 * the page that the person leaves. The focus returns to where it was, or to the page's content when that is gone.
 */
export function useLayer(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  const [zIndex, setZIndex] = useState(lowestZIndex);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => close() };
    const opener = findOpener(document.activeElement);
    layers.push(layer);
    setZIndex(lowestZIndex + layers.length);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || keepsEscape(event.target)) return;
      if (layers.at(-1) === layer) close();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('popstate', layer.close);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('popstate', layer.close);
      returnFocus(opener);
    };
  }, [isOpen]);
  return { zIndex, closeOnEscape: false, returnFocus: false };
}

/** For a step to another page. */
export function closeLayers(): void {
  for (const layer of [...layers].reverse()) layer.close();
}

/** What had the focus; the button of a menu for its entries, which are gone afterwards, or already when motion is reduced. */
function findOpener(focused: Element | null): Element | null {
  return focused === null || focused === document.body || focused.closest('[role="menu"]')
    ? menuButton
    : focused;
}

/** Of the menu that had the focus last, while nothing else has had it since. */
let menuButton: Element | null = null;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    const menu = target instanceof Element && target.closest('[role="menu"]');
    menuButton = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : null;
  });

/** A moment later: Mantine's dialog takes the focus once more while it closes. Not when the focus has gone elsewhere meanwhile. */
function returnFocus(opener: Element | null): void {
  const atClose = document.activeElement;
  setTimeout(() => {
    const focused = document.activeElement;
    if (focused !== atClose && focused !== document.body && focused !== null) return;
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    const target = isThere ? opener : layers.length === 0 ? document.getElementById('content') : null;
    target?.focus({ preventScroll: true });
  }, focusAfterMs);
}

/** A field with an Escape of its own, marked as for Mantine's dialogs. */
function keepsEscape(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset['mantineStopPropagation'] === 'true';
}
