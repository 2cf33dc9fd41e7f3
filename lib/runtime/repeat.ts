/**
 * Repeats the work: at once after the start, and `periodMs` after each end. `onError` gets what the work
 * throws, and the repeater continues.
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
    timer = null;
    current = options.work().catch(options.onError);
    await current;
    if (isStopped) return;
    timer = setTimeout(workAndWait, options.periodMs);
    timer.unref();
  };

  return {
    /** Resolves after the first run of the work. */
    start: workAndWait,
    /** Ends the pause between two runs of the work. */
    hurry() {
      if (!timer || isStopped) return;
      clearTimeout(timer);
      void workAndWait();
    },
    /** Resolves when the work has stopped and will not begin again. */
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await current;
    },
  };
}
