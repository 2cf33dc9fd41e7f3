/**
 * The server refused a request that is longer than the model's window. A count is null when the server does
 * not name it.
 */
export type ContextRefusal = { windowTokens: number | null; requestTokens: number | null };

const aboutContext =
  /context[ _-]?(length|window|size|limit|overflow)|n_ctx|context the overflows|(prompt|input|request|messages?)( is| are)? too (long|large)\b.*|\btoo (long|large) for (requested )?model|too many (input )?tokens|(input|prompt|token)[ _-](token )?(count|length|limit)|prompt exceeds max|token limit|(inputs?|prompt)\W.{0,30}must (be <=|have less than)|reduce the length|exceed_context_size|maximum (prompt|input|number of tokens|allowed)/is;

/** These words are about a limit on the reply or on time, or about a request that may be sent again later. */
const otherLimit =
  /max_(completion_|new_)?tokens\b.{0,40}(too large|must be less|should be|at most)|try again in|max_total_tokens/is;

const number = String.raw`(\d{1,3}(?:[,._ ']\d{3})+|\d{3,})`;

/** Each pattern finds the window's size in a sentence. The most reliable pattern comes first. */
const windowPlaces = [
  new RegExp(String.raw`\bn_ctx"?\W{1,3}${number}`, 'i'),
  new RegExp(`${number}(?: tokens?)? > ${number}`, 'i'),
  new RegExp(String.raw`\[\s*\d\s*,\s*${number}\s*\]`),
  new RegExp(String.raw`${number}(?: tokens?)? (?:token )?(?:maximum|max\b|limit)`, 'i'),
  new RegExp(
    String.raw`(?:maximum|max[ _](?:model_len|seq_len|length|context|input)|context (?:length|window|size)|\blimit\b|cannot exceed|must be <=|less than|at most|up to)\D{0,60}?${number}`,
    'i',
  ),
];

/**
 * Reads the words of an error and the numbers around them by their shape, because every server words it
 * differently. Returns null when the error is about something else. `text` may also hold the error's fields,
 * as JSON.
 */
export function readContextRefusal(text: string): ContextRefusal | null {
  if (!aboutContext.test(text) || (otherLimit.test(text) && !/request too large/i.test(text))) return null;
  const windowTokens = readWindow(text);
  const others = [...text.matchAll(new RegExp(number, 'g'))].map(([digits]) => toNumber(digits));
  const largest = Math.max(0, ...others);
  return { windowTokens, requestTokens: windowTokens !== null && largest > windowTokens ? largest : null };
}

/** A smaller number is an error code. */
const smallestWindow = 256;

function readWindow(text: string): number | null {
  for (const place of windowPlaces) {
    const found = place.exec(text)?.slice(1).at(-1);
    const tokens = found === undefined ? 0 : toNumber(found);
    // MiniMax puts its error number where other servers put the limit.
    if (tokens >= smallestWindow && !/limit \(2013\)/.test(text)) return tokens;
  }
  return null;
}

const toNumber = (digits: string): number => Number(digits.replace(/\D/g, ''));
