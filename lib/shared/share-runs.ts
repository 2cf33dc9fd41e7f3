/**
 * Shares one run of `work` among all calls that come before it begins. The run begins in the next task, so
 * that the server first reads the requests that wait in their sockets. Calls that come during a run share the
 * next one. So no caller gets an answer older than its call, and any number of callers cause at most two runs
 * at once.
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
