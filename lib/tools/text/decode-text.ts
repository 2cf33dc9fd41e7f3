/** Returns a file's text, byte order mark included, or null when the file is not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | null {
  return decode(bytes, false);
}

/**
 * Returns the text of the first bytes of a longer file, without a last character that was cut. Returns null
 * when the file is not UTF-8 text.
 */
export function decodeStart(bytes: Uint8Array): string | null {
  return decode(bytes, true);
}

function decode(bytes: Uint8Array, isStart: boolean): string | null {
  if (bytes.subarray(0, 8_192).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isStart });
  } catch {
    return null;
  }
}
