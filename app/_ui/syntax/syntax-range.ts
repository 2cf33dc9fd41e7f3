/** The role of a stretch of code. The theme has one color for each role. */
export type SyntaxRole = 'comment' | 'keyword' | 'meta' | 'name' | 'number' | 'property' | 'string' | 'type';

/** From which character to before which one of a text. Ranges of a text are in order and never overlap. */
export type SyntaxRange = { from: number; to: number; role: SyntaxRole };

/** Finds the ranges of a text; none when the language is unknown. */
export type FindRanges = (language: string, text: string) => SyntaxRange[];
