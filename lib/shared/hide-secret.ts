/** Shorter runs match by accident; a longer minimum would let parts of a key through. */
const runLength = 8;
/** Anything shorter protects nothing, and hiding it would garble ordinary words. */
const shortestSecret = 4;
export const hiddenMark = '[key]';

/**
 * Hides the secret in the text in any form: unchanged, in part (any 8 characters in a row), escaped for JSON
 * or URLs, or in Base64 or hexadecimal, alone or inside something longer.
 */
export function hideSecret(text: string, secret: string): string {
  if (secret.length < shortestSecret) return text;
  const plain = text.split(secret).join(hiddenMark);
  const runs = runsOf(secret);
  const hidden: boolean[] = new Array(plain.length).fill(false);
  for (let start = 0; start + runLength <= plain.length; start += 1) {
    if (runs.has(plain.slice(start, start + runLength))) hidden.fill(true, start, start + runLength);
  }
  let result = '';
  for (let index = 0; index < plain.length; index += 1) {
    if (!hidden[index]) result += plain[index];
    else if (!hidden[index - 1]) result += hiddenMark;
  }
  return result;
}

let known: { secret: string; runs: ReadonlySet<string> } | null = null;

function runsOf(secret: string): ReadonlySet<string> {
  if (known?.secret !== secret) known = { secret, runs: new Set(formsOf(secret).flatMap(cutIntoRuns)) };
  return known.runs;
}

/** Returns the secret as it is, escaped for JSON or URLs, in hexadecimal and in Base64. */
export function formsOf(secret: string): string[] {
  const hex = toHex(secret);
  const url = encodeURIComponent(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    url,
    url.replace(/%[\dA-F]{2}/g, (encoded) => encoded.toLowerCase()),
    hex,
    hex.toUpperCase(),
    // Base64 depends on where in its triplets the secret begins; the ends also hold bits of the neighbors.
    ...[0, 1, 2].flatMap((offset) => {
      const base64 = toBase64('\0'.repeat(offset) + secret).replace(/=+$/, '');
      const inner = base64.slice(offset === 0 ? 0 : 4, base64.length - 1);
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ];
}

const cutIntoRuns = (form: string): string[] =>
  Array.from({ length: Math.max(0, form.length - runLength + 1) }, (_, start) =>
    form.slice(start, start + runLength),
  );

const toHex = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
