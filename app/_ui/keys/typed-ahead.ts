/** What the person typed, and whether Enter ended it. */
export type TypedAhead = { text: string; hasEnter: boolean };

const nothing: TypedAhead = { text: '', hasEnter: false };
/** A field that takes longer may never come, and then the keys belong to the page again. */
const longestMs = 5_000;
let typed = nothing;
let begunAtMs = 0;

/**
 * Collects what the person types from now on, because the field that they opened is not on the page yet. On a
 * slow machine the first letters came before the field and were lost, or went into the field behind it.
 */
export function beginTypingAhead(): void {
  typed = nothing;
  begunAtMs = performance.now();
  window.addEventListener('keydown', collect, { capture: true });
}

/** Ends the collection and returns what it has. */
export function takeTypedAhead(): TypedAhead {
  window.removeEventListener('keydown', collect, { capture: true });
  const taken = typed;
  typed = nothing;
  return taken;
}

function collect(event: KeyboardEvent): void {
  if (performance.now() - begunAtMs > longestMs) {
    takeTypedAhead();
    return;
  }
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || typed.hasEnter) return;
  const { text } = typed;
  if (event.key === 'Enter') typed = { text, hasEnter: true };
  else if (event.key === 'Backspace') typed = { text: [...text].slice(0, -1).join(''), hasEnter: false };
  else if ([...event.key].length === 1) typed = { text: text + event.key, hasEnter: false };
  else return;
  event.preventDefault();
  event.stopPropagation();
}
