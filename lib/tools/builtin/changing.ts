import type { Risk, Verdict } from '../../domain/verdict';
import { hasHiddenCharacters } from '../../shared/hidden-characters';
import { ToolFailure } from '../tool-failure';
import { protectedReason } from '../workspace/protected-names';
import { parseWorkspacePath } from '../workspace/workspace-path';

/** Asks, unless one of the paths is never to be changed. */
export function askToChange(paths: readonly string[], risk: Risk, reason: string): Verdict {
  for (const path of paths) {
    const refusal = findRefusal(path);
    if (refusal !== null) return { decision: 'deny', risk: 'high', reason: refusal };
  }
  // A name that does not look like itself is never a small matter.
  if (!paths.some(hasHiddenCharacters)) return { decision: 'ask', risk, reason };
  return {
    decision: 'ask',
    risk: risk === 'low' ? 'medium' : risk,
    reason: `${reason} The path contains hidden characters.`,
  };
}

/** A path that cannot be read as one is not a question of policy: looking at it gives the error. */
function findRefusal(path: string): string | null {
  try {
    return protectedReason(parseWorkspacePath(path));
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}
