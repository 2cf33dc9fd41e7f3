import type { ImageType } from './files.port';

/** How many bytes `findImageType` looks at. */
export const imageTypeBytes = 16;

/**
 * The kind of picture these bytes begin with, or null. Only kinds that hold nothing but pixels: SVG is a document that may
 * hold scripts.
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
