/**
 * Does the work again and again: at once when it is started, and `periodMs` after its end. What the work throws goes to `onError`, and
 * it is done again all the same.
 */
export function createRepeater(options: {
  work: () => Promise<void>;
  onError: (error: unknown) => void;
  periodMs: number;
}) {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let current: Promise<void> = Promise.resolve();

  const workAndWait = async () => {
    current = options.work().catch(options.onError);
    await current;
    if (isStopped) return;
    timer = setTimeout(workAndWait, options.periodMs);
    timer.unref();
  };

  return {
    /** Resolves when the work has been done once. */
    start: workAndWait,
    /** Resolves when the work is not under way and will not begin again. */
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await current;
    },
  };
}
