import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { formatBytes } from '../../shared/quantities';
import { decodeText } from '../text/decode-text';
import { systemErrorCode } from '../tool-failure';

export type ResponseBody = { text: string; bytes: number; isCut: boolean };

/** Most bytes read of a response, after decompression. */
export const maxBodyBytes = 1_000_000;

/** Reads a response up to the limit and undoes one layer of compression. Describes content that is not text. */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  contentType: string,
): Promise<ResponseBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isCut = false;
  const decoder = createDecoder(contentEncoding.trim().toLowerCase());
  try {
    // Leaving the loop destroys both streams, so nothing more is read or decompressed.
    for await (const chunk of decoder ? decompress(body, decoder) : body) {
      const part = chunk as Buffer;
      chunks.push(part.subarray(0, maxBodyBytes - bytes));
      isCut = bytes + part.length > maxBodyBytes;
      bytes = Math.min(bytes + part.length, maxBodyBytes);
      if (isCut) break;
    }
  } catch (error) {
    if (decoder === null || !isEmpty(error, decoder)) throw error;
  }
  return { text: toText(Buffer.concat(chunks), contentType, isCut), bytes, isCut };
}

function decompress(body: Readable, decoder: Decoder): Readable {
  body.once('error', (error) => decoder.destroy(error));
  decoder.once('close', () => body.destroy());
  return body.pipe(decoder);
}

/** A response without a body, as to HEAD and with 304, may still name the encoding that it would have. */
function isEmpty(error: unknown, decoder: Decoder): boolean {
  return systemErrorCode(error) === 'Z_BUF_ERROR' && decoder.bytesWritten === 0;
}

type Decoder = NonNullable<ReturnType<typeof createDecoder>>;

/** Stacked encodings are not decoded: they count as not text. */
function createDecoder(encoding: string) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return null;
  }
}

function toText(bytes: Buffer, contentType: string, isCut: boolean): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const whole = isCut ? withoutCutCharacter(bytes) : bytes;
  const text = /^utf-?8$/i.test(charset) ? decodeText(whole) : decodeAs(charset, whole);
  return text ?? `(${formatBytes(bytes.length)} that are not text, ${contentType || 'of unknown type'})`;
}

function decodeAs(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return null;
  }
}

function withoutCutCharacter(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}
