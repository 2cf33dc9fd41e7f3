/**
 * Keeps what `read` answered until `change` runs: for what is read again and again and only this server writes. An
 * answer that a change overtook is not kept.
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
