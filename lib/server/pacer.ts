/**
 * Limits how often something happens for a key. `act` says whether it did anything; if it did, it is asked again
 * after a pause of `everyMs`, and never before.
 */
export function createPacer<Key>(everyMs: number, act: (key: Key) => boolean) {
  const pausing = new Set<Key>();
  const pause = (key: Key) => {
    pausing.add(key);
    setTimeout(run, everyMs, key);
  };
  const run = (key: Key) => {
    // What `act` does may lead to another `ask` at once.
    pausing.add(key);
    if (act(key)) pause(key);
    else pausing.delete(key);
  };
  return {
    /** Acts now, or at the end of the pause. */
    ask(key: Key): void {
      if (!pausing.has(key)) run(key);
    },
    /** Acts at the end of the pause, which begins now if there is none. */
    askLater(key: Key): void {
      if (!pausing.has(key)) pause(key);
    },
  };
}
