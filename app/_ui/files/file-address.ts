/**
 * Returns the page that shows a file or folder of the workspace. '' is the workspace folder, and `line`
 * counts from 1. A null workspace is the only one.
 */
export function fileAddress(path: string, line?: number, workspaceId: string | null = null): string {
  const parts = [
    ...(workspaceId === null ? [] : [`workspace=${encodeURIComponent(workspaceId)}`]),
    ...(path === '' ? [] : [`path=${encodePath(path)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
  ];
  return parts.length === 0 ? '/files' : `/files?${parts.join('&')}`;
}

/** Returns the address of a file's bytes: `shown` for a picture in the page, `download` to keep the file. */
export function rawAddress(
  path: string,
  use: 'shown' | 'download',
  workspaceId: string | null = null,
): string {
  const workspace = workspaceId === null ? '' : `&workspace=${encodeURIComponent(workspaceId)}`;
  return `/api/files/raw?path=${encodePath(path)}${workspace}${use === 'download' ? '&download=1' : ''}`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns '' for entries of the workspace folder itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function encodePath(path: string): string {
  return encodeURIComponent(path.toWellFormed()).replaceAll('%2F', '/');
}
