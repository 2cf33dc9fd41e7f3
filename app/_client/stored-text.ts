/** Keeps one text in this browser under `key`. Every tab follows changes. Where storage is forbidden, nothing is kept. */
export function createStoredText(key: string) {
  const listeners = new Set<() => void>();
  return {
    read(): string | null {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(text: string): void {
      try {
        localStorage.setItem(key, text);
      } catch {
        // Storage may be full or forbidden. The text is then lost.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}
