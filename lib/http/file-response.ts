import { toDisposition } from './download';

/** A file to send: structurally what the workspace hands out. */
type SendableFile = {
  path: string;
  size: number;
  modifiedAt: Date;
  /** The type of a picture without a script in it; null for everything else. */
  image: string | null;
  stream(start: number, end: number): ReadableStream<Uint8Array>;
  close(): Promise<void>;
};

/**
 * A file's bytes. Pictures of known kinds may be shown in place; everything else is a download without a type, so that no
 * browser opens it in our origin. The HTTP entry adds `nosniff` and a sandbox. One range of bytes is honored.
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

type Part = { start: number /** Before which byte it ends. */; end: number };

/** Null: all of it, also for anything but one plain range (RFC 9110, 14.2: a server may ignore others). */
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
