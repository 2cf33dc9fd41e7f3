/**
 * Calls that come before `work` begins, in the next task, share one run of it: requests that wait in their sockets are read first.
 * Calls that come while it is running share the run after it. So every caller gets an answer that is not older than its call, and
 * at most two runs are under way for any number of callers.
 */
export function shareRuns<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<Answer> | null = null;
  let next: Promise<Answer> | null = null;
  let hasBegun = false;
  const begin = async (): Promise<Answer> => {
    await new Promise((resolve) => setImmediate(resolve));
    hasBegun = true;
    return work();
  };
  const start = (): Promise<Answer> => {
    next = null;
    hasBegun = false;
    const started = begin().finally(() => {
      if (current === started) current = null;
    });
    current = started;
    return started;
  };
  return () => {
    if (!current) return start();
    if (!hasBegun) return current;
    next ??= current.then(start, start);
    return next;
  };
}
