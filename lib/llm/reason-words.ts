/**
 * Splits a reason to end a reply into lowercase words: `FINISH_REASON_MAX_TOKENS` and `maxTokens` both give
 * "max tokens".
 */
export function reasonWords(reason: string): string[] {
  return reason
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^finish[^a-z]*reason(?=[^a-z])/, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
