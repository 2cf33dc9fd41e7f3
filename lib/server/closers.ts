/** Closes everything when the app ends, or when it fails to start. */
export type Closers = {
  add(close: () => Promise<void> | void): void;
  /**
   * Closes the last one first and each one once, also when others fail. Throws the first failure at the end.
   */
  closeAll(): Promise<void>;
};

export function createClosers(): Closers {
  const closers: Parameters<Closers['add']>[0][] = [];
  return {
    add: (close) => closers.unshift(close),
    async closeAll() {
      const failures: unknown[] = [];
      for (const close of closers.splice(0)) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
