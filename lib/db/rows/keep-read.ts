/**
 * Keeps the answer of `read` until `change` runs. It is for data that this server often reads and no other
 * one writes. It drops an answer that a change overtook.
 */
export function keepRead<Read>(read: () => Promise<Read>) {
  let kept: { value: Read } | null = null;
  let changes = 0;
  return {
    async read(): Promise<Read> {
      if (kept) return kept.value;
      const changesBefore = changes;
      const value = await read();
      if (changes === changesBefore) kept = { value };
      return value;
    },
    async change<Result>(write: () => Promise<Result>): Promise<Result> {
      try {
        return await write();
      } finally {
        changes += 1;
        kept = null;
      }
    },
  };
}
