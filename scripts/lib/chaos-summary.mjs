/**
 * @typedef {object} PartFigures
 * @property {string} part
 * @property {Record<string, number>} done
 * @property {{ kind: string, text: string }[]} faults
 * @property {Record<string, number[]>} timesMs
 */

const kinds = ['lost', 'twice', 'stuck', 'spoiled'];

/**
 * Returns the last lines of `npm run test:chaos`: each part, what it found, and how long its measured work took.
 * @param {PartFigures[]} parts
 * @returns {string[]} lines
 */
export function summarize(parts) {
  return [
    ...parts.flatMap(({ part, done, faults, timesMs }) => [
      `${part}: ${say(done)}; ${say(countFaults(faults))}`,
      ...Object.entries(timesMs).map(([name, values]) => `  ${name}: ${spread(values)}`),
    ]),
    `all: ${say(countFaults(parts.flatMap(({ faults }) => faults)))}`,
  ];
}

function countFaults(faults) {
  return Object.fromEntries(
    kinds.map((kind) => [kind, faults.filter((fault) => fault.kind === kind).length]),
  );
}

function say(counts) {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function spread(valuesMs) {
  const sorted = valuesMs.toSorted((one, other) => one - other);
  const at = (share) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${sorted.length})`;
}
