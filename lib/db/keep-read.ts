/**
 * Keeps what `read` answered until `change` runs: for rows that are read again and again and that only this server writes. An
 * answer that a change overtook is not kept.
 */
export function keepRead<Rows>(read: () => Promise<Rows>) {
  let kept: { rows: Rows } | null = null;
  let changes = 0;
  return {
    async rows(): Promise<Rows> {
      if (kept) return kept.rows;
      const changesBefore = changes;
      const rows = await read();
      if (changes === changesBefore) kept = { rows };
      return rows;
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
