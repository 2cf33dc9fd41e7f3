/** Calm lines: the current step, how long it took, and what to do when it fails. */

const startedAt = Date.now();

export function say(line) {
  console.log(line);
}

export function elapsed(since = startedAt) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * Ends the command with a message that says what to do next.
 * @returns {never}
 */
export function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
