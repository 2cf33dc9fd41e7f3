/**
 * `reason` ends a sentence: "the disk is full". `remedy` begins one, where another place alone does not help.
 */
export type SystemFault = { reason: string; remedy?: string };

const full: SystemFault = { reason: 'the disk is full', remedy: 'Free some space on that disk' };

const faults: Record<string, SystemFault> = {
  EACCES: { reason: 'permission denied' },
  EPERM: { reason: 'permission denied' },
  EROFS: { reason: 'the disk is read-only' },
  ENOSPC: full,
  SQLITE_FULL: full,
  ENOTDIR: { reason: 'a part of the path is a file' },
  ELOOP: { reason: 'its links lead in a circle' },
  ENAMETOOLONG: { reason: 'a name in the path is too long' },
  EIO: { reason: 'the disk reports errors', remedy: 'Check the disk' },
  // This is Linux’s EDQUOT, for which Node has no name.
  'Unknown system error -122': {
    reason: 'this user has no space left on that disk',
    remedy: 'Free some space there',
  },
};

/** Both codes mean the same: `rm` has its own. */
const inTheWay = ['EISDIR', 'ERR_FS_EISDIR'];

/**
 * Says why the system refuses a folder or a file in it, in the system's words where we have no better ones.
 * Returns null when the error is not one of the system. The faults in `special`, by code, come first.
 */
export function explainSystemError(
  error: unknown,
  special: Record<string, SystemFault> = {},
): SystemFault | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const code = String(error.code);
  const known = special[code] ?? faults[code];
  if (known) return known;
  if (inTheWay.includes(code)) {
    const place = 'path' in error ? `, ${error.path}` : '';
    return { reason: `a file that belongs in it is a folder${place}`, remedy: 'Move that folder away' };
  }
  return 'errno' in error ? { reason: `the system refuses it (${error.message})` } : null;
}
