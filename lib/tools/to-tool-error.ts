import type { ToolError } from '../domain/tool-call';
import { systemErrorCode, ToolFailure } from './tool-failure';

/** These system errors make sense to a person or a model. */
const explained: Record<string, ToolError> = {
  EACCES: { code: 'not_allowed', message: 'The operating system does not allow the server to do this.' },
  EPERM: { code: 'not_allowed', message: 'The operating system does not allow the server to do this.' },
  EROFS: { code: 'not_allowed', message: 'The workspace is on a read-only disk.' },
  ENOSPC: { code: 'unexpected', message: 'The disk is full. Nothing was changed.' },
  EDQUOT: { code: 'unexpected', message: 'The disk quota is full. Nothing was changed.' },
  EMFILE: { code: 'unexpected', message: 'The server has too many files open. Try again.' },
  ENOTEMPTY: { code: 'invalid_target', message: 'The folder is not empty.' },
  ENAMETOOLONG: { code: 'invalid_target', message: 'The name is too long.' },
  ENOTDIR: { code: 'invalid_target', message: 'Part of the path is a file, not a folder.' },
};

/**
 * Returns true when a failure is a bug: neither a tool nor the operating system named it, so its effect is
 * unknown.
 */
export function isBug(error: unknown): boolean {
  return !(error instanceof ToolFailure) && systemErrorCode(error) === null;
}

/**
 * Explains an error in plain words and complete characters, without our own paths and stacks. Reports an
 * error that no tool expects.
 */
export function toToolError(error: unknown, onUnexpected: (error: unknown) => void): ToolError {
  if (error instanceof ToolFailure) return { code: error.code, message: error.message.toWellFormed() };
  const code = systemErrorCode(error);
  if (code !== null && Object.hasOwn(explained, code)) return explained[code] as ToolError;
  onUnexpected(error);
  return {
    code: 'unexpected',
    message: `An unexpected error occurred${code ? ` (${code})` : ''}. The server’s log has the details.`,
  };
}
