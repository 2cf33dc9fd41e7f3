import { hideSecret } from '../shared/hide-secret';
import { oncePerProcess } from '../shared/once-per-process';

/** A secret is set up in the settings or the environment, or a person only entered it to try a server. */
export type SecretPlace = 'set_up' | 'entered';

/**
 * 50 saved models and the environment's each have a key, 20 headers and 20 parts of a query (`modelLimits`).
 * `secretsOf` can read up to two more secrets in each of those.
 */
const most: Record<SecretPlace, number> = { set_up: 51 * (1 + 3 * 40), entered: 120 };
const secrets = oncePerProcess('secrets', () => ({ set_up: new Set<string>(), entered: new Set<string>() }));

/**
 * Keeps this secret and its parts out of every later log line, and adds it to `knownSecrets`. It forgets
 * the secrets that were noted longest ago, so callers note a secret again each time they read it.
 */
export function noteSecret(secret: string, place: SecretPlace): void {
  const noted = secrets[place];
  noted.delete(secret);
  noted.add(secret);
  const [oldest] = noted;
  if (noted.size > most[place] && oldest !== undefined) noted.delete(oldest);
}

/** Lists the secrets of models that are set up, without those that a person only entered to try them. */
export function setUpSecrets(): string[] {
  return [...secrets.set_up];
}

export function knownSecrets(): string[] {
  return [...new Set([...secrets.set_up, ...secrets.entered])];
}

/**
 * Removes known secrets from the line, and two kinds that their place gives away: bearer tokens and passwords
 * in addresses.
 */
export function hideSecrets(line: string): string {
  const known = knownSecrets().reduce(hideSecret, line);
  return known
    .replace(/\b(Bearer|Basic)\s+(?!\[)[^\s"',\\]{4,}/gi, '$1 [key]')
    .replace(/(\/\/)[^\s/@"\\]+@/g, '$1[key]@');
}
