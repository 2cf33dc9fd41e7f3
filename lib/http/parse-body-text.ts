import { AppError } from '../shared/app-error';
import { replaceHalves } from './replace-halves';

/** No form sends more values. Readers of a body take time for each of its values, at every level. */
export const maxBodyValues = 20_000;

/**
 * Parses a body. Throws `AppError` for text that is not JSON, and for more values than a person's request
 * has.
 */
export function parseBodyText(text: string): unknown {
  if (hasMoreValues(text, maxBodyValues))
    throw new AppError('invalid_body', `The request has more than ${maxBodyValues} values.`);
  try {
    return JSON.parse(replaceHalves(text));
  } catch {
    throw new AppError('malformed_json', 'The request is not valid JSON.');
  }
}

/** Each value except the first follows one of these characters. The pattern skips a string, closed or not. */
const beforeValues = /[[{,]|"(?:[^"\\]|\\.)*"?/gs;

function hasMoreValues(json: string, most: number): boolean {
  // Most texts are too short to have so many values.
  if (json.length <= most) return false;
  let values = 0;
  for (const [found] of json.matchAll(beforeValues)) {
    if (found.startsWith('"')) continue;
    values += 1;
    if (values > most) return true;
  }
  return false;
}
