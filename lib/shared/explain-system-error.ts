/** `reason`: the end of a sentence, "the disk is full". `remedy`: the beginning of one, where there is more to do than to choose another place. */
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
  // Linux’s EDQUOT, for which Node has no name.
  'Unknown system error -122': {
    reason: 'this user has no space left on that disk',
    remedy: 'Free some space there',
  },
};

/** Two codes for the same: `rm` has one of its own. */
const inTheWay = ['EISDIR', 'ERR_FS_EISDIR'];

/**
 * What the system has against a folder, or a file in it; in its own words where there are no better ones. Null: the error is not one of the system.
 * `special`: faults by code, which come first.
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
