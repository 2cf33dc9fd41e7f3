/** Describes an exception on the server for a person. The id leads to its line in the log. */
export function describeBug(errorId: string): string {
  return `Something broke on the server. Look for ${errorId} in its log.`;
}
