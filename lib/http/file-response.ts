import { toDisposition } from './download';

/** Holds a file to send. It has the structure of a file that the workspace returns. */
type SendableFile = {
  path: string;
  size: number;
  modifiedAt: Date;
  /** This is the type of a picture without a script in it, or null for everything else. */
  image: string | null;
  stream(start: number, end: number): ReadableStream<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Answers with a file's bytes. A browser may show pictures of known kinds; everything else is a download
 * without a type, so that no browser opens it in our origin. The HTTP entry adds `nosniff` and a sandbox. The
 * function honors one range of bytes.
 */
export async function toFileResponse(
  file: SendableFile,
  { range, isDownload, hasBody }: { range: string | null; isDownload: boolean; hasBody: boolean },
): Promise<Response> {
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-type': file.image ?? 'application/octet-stream',
    'content-disposition': toDisposition(
      file.path.slice(file.path.lastIndexOf('/') + 1),
      file.image !== null && !isDownload ? 'inline' : 'attachment',
    ),
    'last-modified': file.modifiedAt.toUTCString(),
  });
  const part = parseRange(range, file.size);
  if (part === 'unsatisfiable') {
    await file.close();
    headers.set('content-range', `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (!hasBody) await file.close();
  const { start, end } = part ?? { start: 0, end: file.size };
  if (part) headers.set('content-range', `bytes ${start}-${end - 1}/${file.size}`);
  return new Response(hasBody ? file.stream(start, end) : null, { status: part ? 206 : 200, headers });
}

type Part = { start: number /** The part ends before this byte. */; end: number };

/**
 * Parses one plain range. Returns null for the complete file, and also for any other range (RFC 9110, 14.2
 * lets a server ignore those).
 */
export function parseRange(range: string | null, size: number): Part | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
