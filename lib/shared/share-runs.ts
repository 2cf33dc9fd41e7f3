/**
 * Calls that come while `work` is running share one run of it, which begins after them. So every caller gets an answer that is not
 * older than its call, and at most two runs are under way for any number of callers.
 */
export function shareRuns<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<Answer> | null = null;
  let next: Promise<Answer> | null = null;
  const start = (): Promise<Answer> => {
    next = null;
    const started = work().finally(() => {
      if (current === started) current = null;
    });
    current = started;
    return started;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(start, start);
    return next;
  };
}
