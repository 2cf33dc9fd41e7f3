/**
 * All loops do this job: the model calls a tool again and again, each result is 1 KB of text, then the model
 * answers.
 */

export const systemPrompt =
  'You are an operations assistant. You look records up, one at a time, and when you have seen enough you answer in plain text. You never guess a record.';

export const toTask = (tool: string, times: number) =>
  `Use ${tool} ${times} times, then report whether the records agree.`;

const filling = 'The quick brown fox jumps over the lazy dog while 0123456789 sleep. '.repeat(16);

export function lookUp(query: string): string {
  const head = `record for "${query}": `;
  return head + filling.slice(0, 1024 - head.length);
}

/** A loop is one way to do the job. */
export type Loop = {
  name: string;
  /**
   * Does the job with this many model calls, the answer included. Throws when the job does not end with the
   * answer.
   */
  run(steps: number): Promise<void>;
};

export function expectAnswer(text: string, steps: number): void {
  if (!text.startsWith(`Done after ${steps - 1} calls`)) throw new Error(`Not the answer: ${text}`);
}
