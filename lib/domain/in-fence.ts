/**
 * Puts the unchanged text in a Markdown fence. The text cannot close it, because the fence is longer than
 * every run of backquotes in the text.
 */
export function inFence(text: string, label = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${label}\n${text}\n${fence}`;
}
