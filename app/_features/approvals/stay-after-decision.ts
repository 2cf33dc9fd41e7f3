/** How long the dialog shows a recorded decision: to read the stamp, or that the call was not done. */
export function stayAfterDecisionMs({ isBad, isFollowed }: { isBad: boolean; isFollowed: boolean }): number {
  if (isBad) return 2_500;
  return isFollowed ? 600 : 1_400;
}
