/** An exception on the server in words for a person. The id leads to its line in the log. */
export function describeBug(errorId: string): string {
  return `Something broke on the server. Look for ${errorId} in its log.`;
}
