/**
 * Decides which packages a command needs from the contents of `package.json` and `package-lock.json`.
 * @typedef {'running' | 'checking'} Purpose to build and serve the app, or to test and check it as well
 */

/** Writes the note of an installation: the purpose of its packages and the version of the lock file. */
export function toStamp(purpose, version) {
  return `${purpose} ${version}`;
}

/** Tells whether a note says that the packages are there. The packages for checks are enough for running. */
export function isEnough(stamp, purpose, version) {
  return stamp === toStamp('checking', version) || stamp === toStamp(purpose, version);
}

/** Tells whether npm's record of an installation has every package of the lock file in its version. */
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
 * Returns the manifest and the lock file without the tools. `npm ci --omit=dev` is not enough: it keeps a
 * tool that is an optional companion of a package, such as Prisma's command line, which takes 200 MB.
 */
export function selectForRunning({ devDependencies: _tools, ...manifest }, lock) {
  const { devDependencies: _alsoTools, ...root } = lock.packages[''];
  const packages = Object.entries(lock.packages).filter(([place, entry]) => place !== '' && !isTool(entry));
  return { manifest, lock: { ...lock, packages: { '': root, ...Object.fromEntries(packages) } } };
}

/** In the lock file, npm marks the packages that only tools need. */
function isTool(entry) {
  return entry.dev === true || entry.devOptional === true;
}
