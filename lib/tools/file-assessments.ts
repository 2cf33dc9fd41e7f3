import type { Risk } from '../domain/verdict';
import type { ToolAssessment, ToolDefinition } from './define-tool';
import { ToolFailure } from './tool-failure';
import { protectedReason } from './workspace/protected-names';
import { parseWorkspacePath } from './workspace/workspace-path';

/** Every tool that only looks at files shares these parts of its definition. */
export const readingFiles = {
  effect: 'reads',
  capability: 'Read files in the workspace, except those that usually hold keys',
  assess: () => ({ risk: 'low', reason: 'Only reads in the workspace. Changes nothing.', refusal: null }),
} as const satisfies Partial<ToolDefinition<never, never>>;

/**
 * Assesses a change of files: nobody may allow it when one of the paths must never change. `hasTwin` says
 * that two entries look like one of the names, so the risk is never low.
 */
export function assessChange(
  paths: readonly string[],
  { risk, reason, hasTwin = false }: { risk: Risk; reason: string; hasTwin?: boolean | undefined },
): ToolAssessment {
  const refusal = paths.map(findRefusal).find((found) => found !== null) ?? null;
  if (!hasTwin) return { risk, reason, refusal };
  return { risk: risk === 'low' ? 'medium' : risk, reason: `${reason} ${twinBeside}`, refusal };
}

const twinBeside = 'Another entry beside it has the same name in another Unicode form, and looks the same.';

/** Returns null for a path that cannot be parsed: `look` reports that, not the assessment. */
function findRefusal(path: string): string | null {
  try {
    return protectedReason(parseWorkspacePath(path));
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}
