import path from 'node:path';
import type { CommandMark } from './command-processes';

/** By default, commands find programs in the folder of this Node and in the system's own folders. */
export const defaultSearchPath = [
  path.dirname(process.execPath),
  ...(process.platform === 'win32'
    ? ['C:\\Windows\\System32', 'C:\\Windows']
    : ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']),
].join(path.delimiter);

/**
 * Builds the complete environment of a command. It contains nothing of the server's own: no keys, no database
 * address, no proxy. `home` is a folder for this call alone.
 */
export function buildEnvironment(
  searchPath: string,
  home: string,
  mark: CommandMark,
): Record<string, string> {
  return {
    PATH: searchPath,
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    [mark.name]: mark.value,
    ...(process.platform === 'win32' && {
      SystemRoot: 'C:\\Windows',
      USERPROFILE: home,
      TEMP: home,
      TMP: home,
    }),
  };
}
