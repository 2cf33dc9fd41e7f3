import { foldName } from './fold-name';

/**
 * Judges a path, written with `/`, by its names. It compares names as the most forgiving file system would.
 */

/** Tells whether files with such names usually hold keys or passwords. */
export function mayHoldSecrets(path: string): boolean {
  const names = namesOf(path);
  return (
    names.some((name) => secretFolders.test(name)) ||
    secretPlaces.test(names.join('/')) ||
    (secretFiles.test(names.at(-1) ?? '') && !templates.test(names.at(-1) ?? ''))
  );
}

/**
 * Tells whether other programs, such as shells, editors, package managers and build servers, may act on the
 * file unasked.
 */
export function maySteerPrograms(path: string): boolean {
  const names = namesOf(path);
  return (
    names.some((name) => name.startsWith('.') || name === 'node_modules') ||
    steeringFiles.test(names.at(-1) ?? '')
  );
}

const secretFolders = /^\.(?:ssh|gnupg|aws|azure|kube|docker)$/;
/** These files hold addresses with passwords, or tokens. Only their folders tell, not their names. */
const secretPlaces =
  /(?:^|\/)(?:\.git\/(?:.+\/)?config|\.config\/(?:(?:gh|gcloud)(?:\/.*)?|git\/credentials))$/;
const templates =
  /\.(?:example|sample|template|dist|pub)$|^\.env[-_](?:example|sample|template|dist)$|^(?:.+[-._])?(?:example|sample|template|dist)\.env$/;
const secretFiles = new RegExp(
  [
    String.raw`^\.env(?:rc|[-._].*)?$|.\.env$`,
    String.raw`\.tfstate(?:\..*)?$|\.tfvars(?:\.json)?$`,
    String.raw`^\.(?:npmrc|netrc|pgpass|pypirc|htpasswd|git-credentials|my\.cnf|vault-token|terraformrc)$`,
    '^id_(?:rsa|dsa|ecdsa|ed25519)',
    String.raw`\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$`,
    String.raw`^(?:credentials?|secrets?|service-account.*)\.(?:json|ya?ml|toml|ini|env)$`,
  ].join('|'),
);

/**
 * Programs run the commands in these files when people install, build, test, open or deploy something beside
 * them. Agents take instructions from some.
 */
const steeringFiles = new RegExp(
  `^(?:${[
    // These belong to packages, builds and tests, by language.
    String.raw`(?:package|composer|deno|turbo|nx)\.jsonc?`,
    String.raw`binding\.gyp|bunfig\.toml|lefthook\.ya?ml`,
    String.raw`.+\.config\.[cm]?[jt]s|(?:gulp|grunt)file\.[cm]?[jt]s`,
    String.raw`(?:pyproject|cargo)\.toml|requirements.*\.txt|tox\.ini|setup\.cfg|.+\.pth`,
    String.raw`(?:setup|conftest|noxfile|fabfile|sitecustomize|usercustomize)\.py|build\.rs`,
    String.raw`(?:gem|rake|vagrant|pod|brew|proc|just|tilt)file|.+\.gemspec`,
    String.raw`(?:gnu)?makefile|.+\.(?:mk|cmake)|cmakelists\.txt|meson\.build|configure|build\.bazel`,
    String.raw`(?:build|settings|init)\.gradle(?:\.kts)?|pom\.xml|build\.(?:xml|sbt)|mix\.exs`,
    String.raw`.+\.(?:[cfv]s|vcx)proj|.+\.(?:targets|props)`,
    // These belong to containers and build servers.
    String.raw`(?:docker|container|jenkins)file(?:\..+)?|(?:docker-)?compose(?:\..+)?\.ya?ml`,
    String.raw`(?:azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|buildspec)\.ya?ml`,
    String.raw`(?:netlify|wrangler|fly)\.toml|vercel\.json`,
    // These belong to editors, agents, the desktop and the system.
    String.raw`.+\.code-workspace|.+\.(?:desktop|service|timer)|crontab|autorun\.inf`,
    String.raw`(?:agents|claude|gemini)\.md`,
  ].join('|')})$`,
);

function namesOf(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..');
  return names.map(foldName);
}
