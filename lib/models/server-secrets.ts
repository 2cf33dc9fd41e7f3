import type { NameValue } from '../contracts/model-server-extras';
import type { ModelServer } from './provider.port';

/** A server is set up in the settings or the environment, or a person only entered it to try it. */
export type NoteSecret = (secret: string, place: 'set_up' | 'entered') => void;

/** Notes the secrets of a server. Every secret passes through here before its first use. */
export function createGuard(noteSecret: NoteSecret) {
  return <Server extends ModelServer>(server: Server, place: 'set_up' | 'entered' = 'set_up'): Server => {
    for (const secret of secretsOf(server)) noteSecret(secret, place);
    return server;
  };
}

/**
 * The values of these headers are public. Hiding such plain words would hide them everywhere in a message.
 */
const publicHeaders = [
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  'http-referer',
  'referer',
  'x-title',
  'user-agent',
];

/** These parts of the query are public, like the public headers. */
const publicPart = /(?:^|[-_.])(?:version|region|location|project|deployment|model)$/i;
/** A key is longer. Hiding a shorter value would hide that word inside other words. */
const shortestKey = 8;
/** A part of the query with such a name is a key, even a short one. */
const keyName = /(?:key|token|secret|password|signature)$|(?:^|[-_.])(?:sig|auth|authorization)$/i;

/**
 * Lists what no message and no log line may hold: each secret as the client sends it, and what a reader can
 * decode from it.
 */
export function secretsOf({ apiKey, headers = [], query = [] }: ModelServer): string[] {
  const secret = [
    ...headers.filter(({ name }) => !publicHeaders.includes(name.toLowerCase())),
    ...query.filter(
      ({ name, value }) => keyName.test(name) || (value.length >= shortestKey && !publicPart.test(name)),
    ),
  ];
  return [...(apiKey ? [apiKey] : []), ...secret.flatMap((one) => [one.value, ...findInner(one)])];
}

/**
 * Finds what comes after a scheme ("Bearer", "Basic"), and the password in it, because servers repeat these
 * parts alone.
 */
function findInner({ name, value }: NameValue): string[] {
  const [, scheme = '', inner = ''] = /^(\S+)\s+(\S.*)$/.exec(value.trim()) ?? [];
  const password = scheme.toLowerCase() === 'basic' ? findPassword(inner) : '';
  return [
    ...(inner.length >= shortestKey || (inner !== '' && keyName.test(name)) ? [inner] : []),
    ...(password.length >= shortestKey ? [password] : []),
  ];
}

/** Some servers take a key as the user name, without a password. */
function findPassword(credentials: string): string {
  const [, user = '', password = ''] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return password === '' ? user : password;
}
