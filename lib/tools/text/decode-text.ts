/** A file's text, byte order mark included, or null when it is not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8_192).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
