/**
 * Creates a key: the server acts only once on requests with the same key. This works on plain-http addresses
 * too, where `randomUUID` does not exist.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
