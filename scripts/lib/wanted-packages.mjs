/**
 * Which packages a command needs, as decisions about the contents of `package.json` and `package-lock.json`.
 * @typedef {'running' | 'checking'} Purpose to build and serve the app, or to test and check it as well
 */

/** The note of what is installed: packages for which purpose, from which version of the lock file. */
export function toStamp(purpose, version) {
  return `${purpose} ${version}`;
}

/** Whether a note says that the packages are there: those for checks are enough for running. */
export function isEnough(stamp, purpose, version) {
  return stamp === toStamp('checking', version) || stamp === toStamp(purpose, version);
}

/** Whether npm's record of an installation has every package of the lock file in its version. */
export function holdsAll(installed, lock, purpose) {
  return Object.entries(lock.packages).every(
    ([place, entry]) =>
      place === '' ||
      entry.optional ||
      (purpose === 'running' && isTool(entry)) ||
      (installed[place] !== undefined && installed[place].version === entry.version),
  );
}

/**
 * The manifest and the lock file without the tools. `npm ci --omit=dev` keeps a tool that is an optional companion of a
 * package, as Prisma's command line is of its client: 200 MB.
 */
export function selectForRunning({ devDependencies: _tools, ...manifest }, lock) {
  const { devDependencies: _alsoTools, ...root } = lock.packages[''];
  const packages = Object.entries(lock.packages).filter(([place, entry]) => place !== '' && !isTool(entry));
  return { manifest, lock: { ...lock, packages: { '': root, ...Object.fromEntries(packages) } } };
}

/** In the lock file, npm marks what only tools bring along. */
function isTool(entry) {
  return entry.dev === true || entry.devOptional === true;
}
