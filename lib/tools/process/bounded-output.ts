import { dropCutEnd, dropCutStart } from './terminal-text';

/** Holds the head and the tail of a stream, and how many bytes were dropped between them. */
export type KeptOutput = { text: string; totalBytes: number; droppedBytes: number };

/** Keeps these bytes before the tail, to see whether an escape sequence begins in them. */
const lookBackBytes = 4_096;

/** Collects a stream of any length in at most `maxBytes` of memory: the first half and the last half. */
export class BoundedOutput {
  private readonly head: Buffer[] = [];
  private readonly tail: Buffer[] = [];
  private headBytes = 0;
  private tailBytes = 0;
  private readonly halfBytes: number;
  totalBytes = 0;

  constructor(maxBytes: number) {
    this.halfBytes = Math.floor(maxBytes / 2);
  }

  push(chunk: Buffer): void {
    this.totalBytes += chunk.length;
    const forHead = chunk.subarray(0, this.halfBytes - this.headBytes);
    if (forHead.length > 0) {
      this.head.push(forHead);
      this.headBytes += forHead.length;
    }
    const forTail = chunk.subarray(forHead.length);
    if (forTail.length === 0) return;
    this.tail.push(forTail);
    this.tailBytes += forTail.length;
    while (this.tail[0] && this.tailBytes - this.tail[0].length >= this.halfBytes + lookBackBytes) {
      this.tailBytes -= this.tail.shift()?.length ?? 0;
    }
  }

  finish(): KeptOutput {
    const head = Buffer.concat(this.head);
    const end = Buffer.concat(this.tail);
    const tail = end.subarray(-this.halfBytes);
    const before = end.subarray(0, end.length - tail.length);
    const droppedBytes = this.totalBytes - head.length - tail.length;
    const text =
      droppedBytes === 0
        ? Buffer.concat([head, tail]).toString('utf8')
        : `${dropCutEnd(decodeHead(head))}\n[… ${droppedBytes.toLocaleString('en-US')} bytes dropped here …]\n${dropCutStart(decodeTail(tail), before.toString('utf8'))}`;
    return { text, totalBytes: this.totalBytes, droppedBytes };
  }
}

/** Drops a character that the cut left incomplete. */
function decodeHead(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

function decodeTail(bytes: Buffer): string {
  let start = 0;
  while (start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start).toString('utf8');
}
