/** Covers a part of a text, from one index up to another. */
export type Span = { from: number; to: number };
