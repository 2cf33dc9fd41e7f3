/**
 * Where a piece of a reply is that may be a call. Quotes, tables, comments, inline code and other fences hold none.
 * - `alone`: on its own line or lines. `inline`: in a line with other words.
 * - `fence`: the complete content of a ```json or bare fence. `tag`: that of <tool_call> tags.
 * - `labeled`: in a fence whose label names no language, or on one line, or in tags whose name speaks of calls: none shows an example.
 * - `listed`: in a list item, or after # or // on its line. `wrapped`: in any other element, such as <example>.
 */
export type Placement = 'alone' | 'fence' | 'labeled' | 'tag' | 'inline' | 'listed' | 'wrapped';

/**
 * - `call`: exactly one valid call. `fault`: not valid, with two keys of the contract, or cut off after one.
 * - `weak`: has only a `tool`, as data may have. `listing`: calls in an array, or a call as the only member of an object.
 * - `foreign`: a call in another program's format. `data`: anything else.
 */
export type Meaning = 'call' | 'fault' | 'weak' | 'listing' | 'foreign' | 'data';

/**
 * - `run`: the call of this reply. `malformed`: an attempt, whatever else the reply holds. `shown`: documentation or data.
 * - `at_edge`, `at_end`, `if_whole`: an attempt if nothing but blanks comes before or after it, after it, or both;
 *   and for `at_end` nothing else in the reply may be a call. Otherwise the reply only shows it.
 */
export type Verdict = 'run' | 'malformed' | 'at_edge' | 'at_end' | 'if_whole' | 'shown';

const inFence = { fault: 'malformed', weak: 'at_end', listing: 'if_whole', foreign: 'if_whole' } as const;
const inTags = { fault: 'malformed', weak: 'malformed', listing: 'malformed', foreign: 'malformed' } as const;

/** The one rule for every piece of a reply; what it does not name is shown. A copy is in docs/architecture.md. */
export const verdicts: Record<Placement, Partial<Record<Meaning, Verdict>>> = {
  alone: { call: 'run', fault: 'malformed', weak: 'at_end', listing: 'malformed', foreign: 'at_edge' },
  fence: { call: 'run', ...inFence },
  labeled: { call: 'malformed', ...inFence },
  tag: { call: 'run', ...inTags, data: 'malformed' },
  inline: { call: 'malformed', fault: 'malformed' },
  listed: { call: 'at_end', fault: 'at_end' },
  wrapped: { call: 'at_end', fault: 'at_end', foreign: 'if_whole' },
};
