/** Every command reports in calm lines: the current step, how long it took, and what to do when it fails. */

const startedAt = Date.now();

export function say(line) {
  console.log(line);
}

export function elapsed(since = startedAt) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

const reportEveryMs = 10_000;

/** Says every ten seconds how far the work has come. */
export async function reportWhile(work, describe) {
  const since = Date.now();
  const timer = setInterval(() => say(`  … ${describe()} (${elapsed(since)})`), reportEveryMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Ends the command with a message that says what to do next.
 * @returns {never}
 */
export function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
