import type { CodeProblem } from '../db/ports/account-store.port';

const hourMs = 60 * 60 * 1_000;

/** Says what each link is called, which page it opens and how long it works. */
export const oneTimeLinks = {
  invitation: { name: 'invitation', path: '/invitation', lastsMs: 7 * 24 * hourMs },
  reset: { name: 'link', path: '/reset', lastsMs: 24 * hourMs },
} as const;
export type OneTimeLinkKind = keyof typeof oneTimeLinks;

/** Builds the address for a person. The code is in the fragment, which no server gets and no log has. */
export const toOneTimeLink = (address: string, kind: OneTimeLinkKind, code: string): string =>
  `${address}${oneTimeLinks[kind].path}#${code}`;

/** Says to the person who opens a link why it does not work. */
export function describeCodeProblem(kind: OneTimeLinkKind, problem: CodeProblem): string {
  const { name } = oneTimeLinks[kind];
  if (problem === 'used') return `This ${name} has been used.`;
  if (problem === 'expired') return `This ${name} has expired. Ask an admin for a new one.`;
  return `This ${name} does not work. Ask an admin for a new one.`;
}
