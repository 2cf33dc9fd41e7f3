import type { RoleName } from './role';

/**
 * Says whom a workflow's file asks for signatures on its runs' calls, and who starts them. It narrows what
 * roles and rules say, and never widens it. A run keeps what the file said when it started.
 */
export type Signers = {
  /** A signer has this role or one that may more. Null asks for no role. */
  role: RoleName | null;
  /** This many different people must approve a call that asks. */
  count: number;
  /** The person who started the run does not sign. */
  notRequester: boolean;
  /** A person with this role, or one that may more, may start the run, or continue it with a message. */
  startedBy?: RoleName | undefined;
};
