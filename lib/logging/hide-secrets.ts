import { hideSecret } from '../shared/hide-secret';
import { oncePerProcess } from '../shared/once-per-process';

/** Enough for every key that is set up, save for someone who tries out dozens. */
const maxSecrets = 40;
const secrets = oncePerProcess('secrets', () => new Set<string>());

/** From now on no log line holds this secret or a part of it, whatever brings it there, and `knownSecrets` has it. */
export function noteSecret(secret: string): void {
  secrets.delete(secret);
  secrets.add(secret);
  for (const oldest of [...secrets].slice(0, -maxSecrets)) secrets.delete(oldest);
}

export function knownSecrets(): string[] {
  return [...secrets];
}

/** The line without known secrets, and without what is a secret by its place: bearer tokens, passwords in addresses. */
export function hideSecrets(line: string): string {
  const known = [...secrets].reduce(hideSecret, line);
  return known
    .replace(/\b(Bearer|Basic)\s+(?!\[)[^\s"',\\]{4,}/gi, '$1 [key]')
    .replace(/(\/\/)[^\s/@"\\]+@/g, '$1[key]@');
}
