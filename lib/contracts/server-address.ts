import { findForbiddenCharacter } from '../shared/hidden-characters';
import type { Reading } from './model-server-values';

/** `changes` lists the corrections, in plain sentences. */
export type ServerAddress = { address: string; changes: string[] };

const example = 'https://api.openai.com/v1';
/** The client adds these endpoints itself. */
const endpoint = /\/(chat\/completions|completions|models)$/;

/**
 * Reads the address of a model server and drops a slash at the end. It adds a missing http:// (this machine
 * and private networks) or https:// (everything else), and cuts off an endpoint. It refuses user names and
 * passwords, because the app shows addresses.
 */
export function readServerAddress(text: string): Reading<ServerAddress> {
  const typed = text.trim();
  if (typed === '') return fail(`Enter the server’s address, for example ${example}.`);
  const found = findForbiddenCharacter(typed, /^([!-[\]-~]|[^\0-\x7f\p{C}\p{Z}\p{P}\p{S}])$/u);
  if (found !== null) return fail(`${found}. Enter the address again.`);

  const changes: string[] = [];
  const complete = putSchemeRight(typed, changes);
  if (!/^https?:/i.test(complete)) return fail('The address must start with http:// or https://.');
  const url = parse(complete);
  if (url === null) return fail(`This is not a valid address. An example is ${example}.`);
  if (url.username !== '' || url.password !== '') {
    return fail('Remove the user name and password from the address. An API key goes into its own field.');
  }
  if (url.search !== '' || url.hash !== '') {
    return fail('Remove the end of the address, from “?” or “#” on.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  const base = path.replace(endpoint, '');
  if (base !== path) changes.push(`Removed “${path.slice(base.length)}” from the end.`);
  return { ok: true, value: { address: `${url.origin}${base}`, changes } };
}

/**
 * Gives "localhost:11434" for messages and names. It leaves out paths and user names, which may hold secrets.
 */
export function hostOf(address: string): string {
  return parse(address)?.host || 'the server';
}

/** Makes a stored address safe to show: an address from before our checks may hold a password. */
export function toShownAddress(address: string): string {
  const url = parse(address);
  return url ? `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, '') : '';
}

function putSchemeRight(typed: string, changes: string[]): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  const [garbled, name] = /^(https?)(?::\/?|\/\/)(?!\/)/i.exec(typed) ?? [];
  const rest = garbled === undefined ? typed.replace(/^\/+/, '') : typed.slice(garbled.length);
  const isPlain = name === undefined ? isLocal(parse(`http://${rest}`)?.hostname ?? '') : name.length === 4;
  const scheme = isPlain ? 'http://' : 'https://';
  changes.push(`Added “${scheme}”.`);
  return `${scheme}${rest}`;
}

/**
 * Tells whether the host is this machine, on a private network (RFC 1918, RFC 4193, link-local), or a name
 * without a dot, which only a local network knows.
 */
function isLocal(hostname: string): boolean {
  if (/^\[(::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/.test(hostname)) return true;
  if (/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname)) return isIPv4(hostname);
  return hostname !== '' && (/\.(local|localhost|internal)$/.test(hostname) || /^[^.[]+$/.test(hostname));
}

const isIPv4 = (hostname: string) => /^\d+(\.\d+){3}$/.test(hostname);

function parse(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

const fail = (problem: string) => ({ ok: false, problem }) as const;
