import { hideSecret } from '../shared/hide-secret';
import { oncePerProcess } from '../shared/once-per-process';

/** In the settings or the environment, or only entered to try a server. */
export type SecretPlace = 'set_up' | 'entered';

/**
 * 50 saved models and the environment's, each with a key, 20 headers and 20 parts of its query (`modelLimits`). Up to two more can be read in
 * each of those (`secretsOf`).
 */
const most: Record<SecretPlace, number> = { set_up: 51 * (1 + 3 * 40), entered: 120 };
const secrets = oncePerProcess('secrets', () => ({ set_up: new Set<string>(), entered: new Set<string>() }));

/**
 * From now on no log line holds this secret or a part of it, whatever brings it there, and `knownSecrets` has it. Those that were noted
 * longest ago are forgotten, so note again whatever is set up when it is read.
 */
export function noteSecret(secret: string, place: SecretPlace): void {
  const noted = secrets[place];
  noted.delete(secret);
  noted.add(secret);
  const [oldest] = noted;
  if (noted.size > most[place] && oldest !== undefined) noted.delete(oldest);
}

export function knownSecrets(): string[] {
  return [...new Set([...secrets.set_up, ...secrets.entered])];
}

/** The line without known secrets, and without what is a secret by its place: bearer tokens, passwords in addresses. */
export function hideSecrets(line: string): string {
  const known = knownSecrets().reduce(hideSecret, line);
  return known
    .replace(/\b(Bearer|Basic)\s+(?!\[)[^\s"',\\]{4,}/gi, '$1 [key]')
    .replace(/(\/\/)[^\s/@"\\]+@/g, '$1[key]@');
}
