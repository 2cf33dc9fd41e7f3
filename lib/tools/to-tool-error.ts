import type { ToolError } from '../domain/tool-call';
import { systemErrorCode, ToolFailure } from './tool-failure';

/** System errors that a person or a model can make sense of. */
const explained: Record<string, ToolError> = {
  EACCES: { code: 'not_allowed', message: 'The operating system does not let the server do this.' },
  EPERM: { code: 'not_allowed', message: 'The operating system does not let the server do this.' },
  EROFS: { code: 'not_allowed', message: 'The workspace is on a disk that cannot be written to.' },
  ENOSPC: { code: 'unexpected', message: 'The disk is full. Nothing was changed.' },
  EDQUOT: { code: 'unexpected', message: 'The disk quota is used up. Nothing was changed.' },
  EMFILE: { code: 'unexpected', message: 'The server has too many open files at the moment. Try again.' },
  ENOTEMPTY: { code: 'invalid_target', message: 'The folder is not empty.' },
  ENAMETOOLONG: { code: 'invalid_target', message: 'The name is too long.' },
  ENOTDIR: { code: 'invalid_target', message: 'Part of the path is a file, not a folder.' },
};

/** Neither a tool nor the operating system named this failure: it is a bug, and where it struck is not known. */
export function isBug(error: unknown): boolean {
  return !(error instanceof ToolFailure) && systemErrorCode(error) === null;
}

/** What went wrong, in plain words: nothing of our own insides (paths, stacks) in it. What nobody foresaw is reported. */
export function toToolError(error: unknown, onUnexpected: (error: unknown) => void): ToolError {
  if (error instanceof ToolFailure) return { code: error.code, message: error.message };
  const code = systemErrorCode(error);
  if (code !== null && Object.hasOwn(explained, code)) return explained[code] as ToolError;
  onUnexpected(error);
  return {
    code: 'unexpected',
    message: `It did not work, for a reason nobody foresaw${code ? ` (${code})` : ''}.`,
  };
}
