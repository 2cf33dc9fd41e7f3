import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { systemErrorCode } from '../tool-failure';
import { decodeBody } from './decode-body';

/**
 * `failure` is the error that ended the body before its end. `isCut` says that the body was longer than the
 * limit.
 */
export type ResponseBody = { text: string; bytes: number; isCut: boolean; failure: Error | null };

/** A response keeps at most this much after decompression. */
export const maxBodyBytes = 1_000_000;

/**
 * Reads a response up to the limit and undoes one layer of compression. It describes content that is not
 * text. A body that breaks off counts as far as it came. Throws when no byte of a compressed body can be
 * unpacked.
 */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  contentType: string,
): Promise<ResponseBody> {
  const encoding = contentEncoding.trim().toLowerCase();
  const isPacked = encodings.includes(encoding);
  const sent = await collect(body, isPacked ? 2 * maxBodyBytes : maxBodyBytes);
  const decoder = sent.content.length > 0 ? createDecoder(encoding, sent.content[0] ?? 0) : null;
  const read = decoder ? await decompress(sent, decoder) : sent;
  const { content, isCut, failure } = read;
  const text = decodeBody(content, contentType, isCut || failure !== null);
  return { text, bytes: content.length, isCut, failure };
}

type Collected = { content: Buffer; isCut: boolean; failure: Error | null };

/** Collects what arrives until the limit, the end or an error. */
async function collect(stream: Readable, maxBytes: number): Promise<Collected> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const isTooLong = (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxBytes - bytes));
    const isOver = bytes + chunk.length > maxBytes;
    bytes = Math.min(bytes + chunk.length, maxBytes);
    return isOver;
  };
  let isCut = false;
  let failure: Error | null = null;
  try {
    // Leaving the loop destroys the stream, so nothing more is read.
    for await (const chunk of stream) {
      isCut = isTooLong(chunk as Buffer);
      if (isCut) break;
    }
  } catch (error) {
    failure = error as Error;
  }
  return { content: Buffer.concat(chunks), isCut, failure };
}

async function decompress(sent: Collected, decoder: Decoder): Promise<Collected> {
  // A decoder throws away the output of the piece that it ends with, so the end comes alone.
  decoder.write(sent.content);
  decoder.end();
  const read = await collect(decoder, maxBodyBytes);
  decoder.destroy();
  if (read.failure && read.content.length === 0 && sent.failure === null) throw read.failure;
  const isExpectedEnd = systemErrorCode(read.failure) === 'Z_BUF_ERROR' && (sent.isCut || sent.failure);
  const failure = sent.failure ?? (isExpectedEnd ? null : read.failure);
  return { content: read.content, isCut: read.isCut || sent.isCut, failure };
}

type Decoder = NonNullable<ReturnType<typeof createDecoder>>;

const encodings = ['gzip', 'x-gzip', 'deflate', 'br'];
/** RFC 9110 says that "deflate" begins with a zlib header; some servers leave it out. */
const isZlibHeader = (firstByte: number) => (firstByte & 0x0f) === 8;

/** Stacked encodings are not decoded, so they count as not text. */
function createDecoder(encoding: string, firstByte: number) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return isZlibHeader(firstByte) ? zlib.createInflate() : zlib.createInflateRaw();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return null;
  }
}
