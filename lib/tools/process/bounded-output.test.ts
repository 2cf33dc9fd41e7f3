import { describe, expect, it } from 'vitest';
import { BoundedOutput } from './bounded-output';

function collect(text: string, maxBytes: number, chunkBytes: number) {
  const output = new BoundedOutput(maxBytes);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) output.push(bytes.subarray(at, at + chunkBytes));
  return output.finish();
}

describe('BoundedOutput', () => {
  it('returns exactly the bytes that fit, however they were split', () => {
    const text = 'häuser 🏠 '.repeat(10);
    const bytes = Buffer.byteLength(text);
    for (const chunkBytes of [1, 3, 7, 1_000]) {
      expect(collect(text, bytes + 1, chunkBytes)).toEqual({ text, totalBytes: bytes, droppedBytes: 0 });
    }
  });

  it('beyond that keeps both ends, says how much is missing and cuts no character', () => {
    for (const chunkBytes of [1, 5, 64, 10_000]) {
      const kept = collect(`start${'🏠'.repeat(1_000)}end`, 101, chunkBytes);
      expect(kept.droppedBytes).toBe(kept.totalBytes - 100);
      expect(kept.text).toMatch(/^start🏠+\n\[… 3,908 bytes dropped here …\]\n🏠+end$/u);
    }
  });
});
