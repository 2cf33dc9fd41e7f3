/**
 * Says where in a reply a piece is that may be a call. Quotes, tables, comments, inline code and other fences
 * hold no such piece.
 * - `alone`: the piece is on its own line or lines. `inline`: it shares its line with other words.
 * - `fence`: it is the complete content of a ```json or bare fence. `tag`: it is the content of <tool_call>
 *   tags.
 * - `labeled`: it is in a fence whose label names no language, in a fence on one line, or in tags whose name
 *   speaks of calls. None of these shows an example.
 * - `listed`: it is in a list item, or after # or // on its line. `wrapped`: it is in any other element, such
 *   as <example>.
 */
export type Placement = 'alone' | 'fence' | 'labeled' | 'tag' | 'inline' | 'listed' | 'wrapped';

/**
 * Says what a piece is.
 * - `call`: it is exactly one valid call. `fault`: it is not valid, with two keys of the contract, or cut off
 *   after one.
 * - `weak`: it has only a `tool`, as data may have. `listing`: it has calls in an array, or a call as the
 *   only member of an object.
 * - `foreign`: it is a call in another program's format. `data`: it is anything else.
 */
export type Meaning = 'call' | 'fault' | 'weak' | 'listing' | 'foreign' | 'data';

/**
 * Says what the reader makes of a piece.
 * - `run`: it is the call of this reply. `malformed`: it is an attempt, regardless of the rest of the reply.
 *   `shown`: it is documentation or data.
 * - `at_edge`, `at_end`, `if_whole`: it is an attempt if only blanks come before or after it, after it, or
 *   both. For `at_end`, nothing else in the reply may be a call. Otherwise the reply only shows it.
 */
export type Verdict = 'run' | 'malformed' | 'at_edge' | 'at_end' | 'if_whole' | 'shown';

const inFence = { fault: 'malformed', weak: 'at_end', listing: 'if_whole', foreign: 'if_whole' } as const;
const inTags = { fault: 'malformed', weak: 'malformed', listing: 'malformed', foreign: 'malformed' } as const;

/**
 * This is the only rule for every piece of a reply. A piece that it does not name is shown.
 * docs/how-it-works.md has a copy.
 */
export const verdicts: Record<Placement, Partial<Record<Meaning, Verdict>>> = {
  alone: { call: 'run', fault: 'malformed', weak: 'at_end', listing: 'malformed', foreign: 'at_edge' },
  fence: { call: 'run', ...inFence },
  labeled: { call: 'malformed', ...inFence },
  tag: { call: 'run', ...inTags, data: 'malformed' },
  inline: { call: 'malformed', fault: 'malformed' },
  listed: { call: 'at_end', fault: 'at_end' },
  wrapped: { call: 'at_end', fault: 'at_end', foreign: 'if_whole' },
};
