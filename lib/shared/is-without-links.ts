/**
 * Tells whether a hard link failed because the file system, or the system's rules, allow none for this file.
 */
export function isWithoutLinks(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(code));
}
