import type { ImageType } from './files.port';

/** `findImageType` looks at this many bytes. */
export const imageTypeBytes = 16;

/**
 * Returns the kind of picture that begins with these bytes, or null. It knows only kinds that hold nothing
 * but pixels: SVG is a document that may hold scripts.
 */
export function findImageType(bytes: Uint8Array): ImageType | null {
  const start = String.fromCharCode(...bytes.subarray(0, imageTypeBytes));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'image/webp';
  if (/^[\s\S]{4}ftypavi[fs]/.test(start)) return 'image/avif';
  return null;
}
