import { mayBecomeKeyLine } from '../key-lines';
import { isQuote, quotedKeyAt } from '../loose-keys';
import { isFunctionName } from '../read-value';
import { mayBecomeTurnToken, skipTurnToken } from '../special-tokens';

/** Whether `rest` may be the beginning of a mark or token, or a token whose role has yet to arrive. */
export function mayGoOn(rest: string): boolean {
  if (isUndecided(rest) || mayBecomeTurnToken(rest)) return true;
  const end = skipTurnToken(rest, 0);
  return end > 0 && rest.length - end < 10 && !rest.includes('\n');
}

/** Whether the beginning of a line that is still arriving is enough to read it as prose. */
export function canReadLine(text: string, first: number): boolean {
  const head = text.slice(first, first + 100);
  const character = head.charAt(0);
  if (head === '' || '{[｛|>'.includes(character)) return false;
  if (isUndecided(text.slice(first, first + longestTag))) return false;
  if (character === '`' || character === '~') return !character.repeat(3).startsWith(head.slice(0, 3));
  if (isQuote(character)) return quotedKeyAt(text, first) === 'no';
  if (/^(?:[-*+•]|\d{1,9}[.)]?|[#/]+)\s*$/.test(head) || /^\/\*/.test(head)) return false;
  if (
    /^(?:[a-z]\w*|[\w.-]*_[\w.-]*|functions\.[\w.-]*)\s*<?$/.test(head) ||
    /^(?:assistant|commentary|default_api|functools\[|print\(d|to=)/.test(head)
  )
    return false;
  return !mayBecomeKeyLine(head.slice(0, 40));
}

/** While a reply streams: a tool's name with a token or an object after it, or channel words glued to text. */
export function mayNameCall(text: string, first: number): boolean {
  const head = text.slice(first, first + 120);
  if (/^assistant(?:analysis|commentary)|^(?:analysis|commentary)(?:\p{Lu}| to=)/u.test(head)) return true;
  const [, name = '', next] =
    /^([A-Za-z][\w.-]*)(?:\s*(<[|｜])|\s*\n\s*[{`~<]|\s*\n\s*$|\s*\{")/.exec(head) ?? [];
  return name !== '' && (next !== undefined || isFunctionName(name));
}

/** Unfinished tags beyond this length are not waited for. */
export const longestTag = 400;

/** Whether a mark at the beginning of text that is still arriving may become more than one thing. */
export function isUndecided(rest: string): boolean {
  if (rest.length >= longestTag || !/^[<[◁]/.test(rest)) return false;
  if (rest.startsWith('['))
    return /^\[(?:[A-Z/_]{0,30}|[a-z_]{1,14})$/.test(rest) || /^\[[A-Z_]+\]\s*$/.test(rest);
  if (rest.startsWith('◁')) return rest.length < 9;
  if (/^<[|｜]/.test(rest))
    return mayBecomeTurnToken(rest.slice(0, 64)) || /^<\|channel\|>\w{0,9}(?:<[^>]*)?$/.test(rest);
  return /^<(?:$|[/!a-zA-Z])[^<>\n]*$/.test(rest);
}
