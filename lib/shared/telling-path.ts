/** What the names in a path, written with `/`, tell about it. Compares as file systems do that ignore case. */

/** Whether files with such names usually hold keys or passwords. */
export function mayHoldSecrets(path: string): boolean {
  const names = namesOf(path);
  return (
    names.some((name) => secretFolders.test(name)) ||
    (secretFiles.test(names.at(-1) ?? '') && !templates.test(names.at(-1) ?? ''))
  );
}

/** Whether other programs may act on the file without being asked: shells, editors, hooks and build servers do. */
export function maySteerPrograms(path: string): boolean {
  return namesOf(path).some((name) => name.startsWith('.'));
}

const secretFolders = /^\.(?:ssh|gnupg|aws|azure|kube|docker)$/;
const templates = /\.(?:example|sample|template|dist|pub)$/;
const secretFiles = new RegExp(
  [
    String.raw`^\.env(?:\..*)?$`,
    String.raw`^\.(?:npmrc|netrc|pgpass|pypirc|htpasswd|git-credentials|my\.cnf|vault-token)$`,
    '^id_(?:rsa|dsa|ecdsa|ed25519)',
    String.raw`\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$`,
    String.raw`^(?:credentials?|secrets?|service-account.*)\.(?:json|ya?ml|toml|ini|env)$`,
  ].join('|'),
);

function namesOf(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..');
  return names.map((name) => name.normalize('NFKC').toLowerCase());
}
