import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { focusPart, partsAround } from './nearest-part';

type Layer = { close: () => void };

const lowestZIndex = 200;
const focusAfterMs = 10;
/** Lists the open layers over the page. The last one is in front. */
const layers: Layer[] = [];

/**
 * Returns the props of a dialog over the page. Escape closes only the front one. Back and Forward close all
 * of them, because they belong to the page that the person leaves. The focus then returns to where it was. When
 * that place is gone, as after a removal, the smallest remaining part of the page around it gets the focus.
 */
export function useLayer(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  const [zIndex, setZIndex] = useState(lowestZIndex);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => close() };
    const opener = findOpener(document.activeElement);
    const around = partsAround(opener);
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
      returnFocus(opener, around);
    };
  }, [isOpen]);
  return { zIndex, closeOnEscape: false, returnFocus: false };
}

/** Closes all layers before the app opens another page. */
export function closeLayers(): void {
  for (const layer of [...layers].reverse()) layer.close();
}

/**
 * Returns the element that had the focus. For a menu's entry it returns the menu's button, because the entry
 * goes away; with reduced motion it is already gone.
 */
function findOpener(focused: Element | null): Element | null {
  return focused === null || focused === document.body || focused.closest('[role="menu"]')
    ? menuButton
    : focused;
}

/** Holds the button of the menu that had the focus last, until something else takes the focus. */
let menuButton: Element | null = null;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    const menu = target instanceof Element && target.closest('[role="menu"]');
    menuButton = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : null;
  });

/**
 * Waits a moment, because Mantine's dialog takes the focus once more while it closes. It does nothing when
 * the focus has moved elsewhere meanwhile.
 */
function returnFocus(opener: Element | null, around: readonly Element[]): void {
  const atClose = document.activeElement;
  setTimeout(() => {
    const focused = document.activeElement;
    if (focused !== atClose && focused !== document.body && focused !== null) return;
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    if (isThere) opener.focus({ preventScroll: true });
    else if (layers.length === 0) focusPart(around);
  }, focusAfterMs);
}

/** Says whether a field handles Escape itself. Such a field has the mark that Mantine's dialogs use. */
function keepsEscape(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset['mantineStopPropagation'] === 'true';
}
