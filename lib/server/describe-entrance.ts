import { toLink } from '../auth/ask-door';

export type EntranceFacts = {
  /** People open this address. */
  address: string;
  profile: 'local' | 'team';
  hasOwner: () => Promise<boolean>;
  /** Makes the code of a link for one browser. */
  makeCode: () => Promise<string>;
  /** A person who knows it makes the first owner of a team. Null while it cannot be read. */
  setupSecret: string | null;
  setupSecretFile: string;
};

/** Holds the address that the start command prints, and the sentence below it. */
export type Entrance = { address: string; howToGetIn: string };

/** Says how the first person comes in. Only a terminal gets a secret: a log keeps what is written to it. */
export async function describeEntrance(facts: EntranceFacts, isTerminal: boolean): Promise<Entrance> {
  const { address, profile, hasOwner, makeCode, setupSecret, setupSecretFile } = facts;
  if (profile === 'local') {
    return isTerminal
      ? {
          address: toLink(address, await makeCode()),
          howToGetIn: 'It works once, within ten minutes. For another browser, run: npm run link',
        }
      : { address, howToGetIn: 'To let a browser in, run: npm run link' };
  }
  if (await hasOwner())
    return { address, howToGetIn: 'People sign in there. For a lost password, run: npm run accounts' };
  if (isTerminal && setupSecret !== null)
    return { address: `${address}/setup#${setupSecret}`, howToGetIn: 'The first owner is made there.' };
  return {
    address: `${address}/setup`,
    howToGetIn: `The first owner is made there, with the secret in ${setupSecretFile}, or by: npm run accounts -- --owner EMAIL`,
  };
}
