import type { Risk, Verdict } from '../domain/verdict';
import { hasHiddenCharacters } from '../shared/hidden-characters';
import { ToolFailure } from './tool-failure';
import type { Capability } from './toolbox.port';
import { protectedReason } from './workspace/protected-names';
import { parseWorkspacePath } from './workspace/workspace-path';

/** The capability of every tool that only looks at files. */
export const readingCapability: Capability = { description: 'Read files in the workspace', asks: false };

export const readingAllowed: Verdict = {
  decision: 'allow',
  risk: 'low',
  reason: 'Only reads in the workspace. Changes nothing.',
};

/** Asks a person, unless one of the paths must never change: then it denies. */
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

/** Null for a path that cannot be parsed: that is not a question of policy, and `look` reports it. */
function findRefusal(path: string): string | null {
  try {
    return protectedReason(parseWorkspacePath(path));
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}
