/** Everything to close when the app ends, or when it fails to start. */
export type Closers = {
  add(close: () => Promise<void> | void): void;
  /** Closes the last one first, each one once. */
  closeAll(): Promise<void>;
};

export function createClosers(): Closers {
  const closers: Parameters<Closers['add']>[0][] = [];
  return {
    add: (close) => closers.unshift(close),
    async closeAll() {
      for (const close of closers.splice(0)) await close();
    },
  };
}
