/** Names what a stretch of code is. The theme has one color for each role. */
export type SyntaxRole = 'comment' | 'keyword' | 'meta' | 'name' | 'number' | 'property' | 'string' | 'type';

/**
 * Covers the characters of a text from `from` up to, but not including, `to`. The ranges of a text are in
 * order and never overlap.
 */
export type SyntaxRange = { from: number; to: number; role: SyntaxRole };

/** Finds the ranges of a text. Returns none when the language is unknown. */
export type FindRanges = (language: string, text: string) => SyntaxRange[];
