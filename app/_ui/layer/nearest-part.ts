const parts = 'form, section, article, li, [role="region"], [role="dialog"], main';

/** Lists the parts of the page around an element, from the smallest outward. */
export function partsAround(element: Element | null): Element[] {
  const around: Element[] = [];
  for (let part = element?.parentElement?.closest(parts); part; part = part.parentElement?.closest(parts))
    around.push(part);
  return around;
}

/** Moves the focus to the first of these parts that is still there, else to the page's content. */
export function focusPart(around: readonly Element[]): void {
  const part = around.find(({ isConnected }) => isConnected) ?? document.getElementById('content');
  if (!(part instanceof HTMLElement)) return;
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.dataset['keepsFocus'] = '';
    const undo = () => {
      part.removeAttribute('tabindex');
      delete part.dataset['keepsFocus'];
    };
    part.addEventListener('blur', undo, { once: true });
  }
  part.focus({ preventScroll: true });
}
