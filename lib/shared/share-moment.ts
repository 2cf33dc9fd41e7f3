/**
 * Shares one run of `work` among all calls of the same moment: those that come before the run begins in the next
 * task. Unlike `shareRuns`, a later call never waits for a run that hangs.
 */
export function shareMoment<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let next: Promise<Answer> | null = null;
  const begin = async (): Promise<Answer> => {
    await new Promise((resolve) => setImmediate(resolve));
    next = null;
    return work();
  };
  return () => {
    next ??= begin();
    return next;
  };
}
