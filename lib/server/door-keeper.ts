import type { AskedRequest, DoorAnswer } from '../auth/ask-door';
import type { Counter } from '../db/ports/counter.port';
import { oncePerProcess } from '../shared/once-per-process';
import type { Entrance } from './describe-entrance';

export type DoorKeeper = {
  /** Says whether a request comes from somebody who was let in. The HTTP entry asks it first. */
  ask(request: AskedRequest): Promise<DoorAnswer>;
  /** Counts what clients ask for, on all servers of the database together. */
  counter: Counter;
  /** Says how the first person comes in at this address. */
  describeEntrance(address: string, isTerminal: boolean): Promise<Entrance>;
};

/**
 * Connects the HTTP entry with the application, which Next loads in a copy of the modules of its own, and
 * starts while the entry already listens.
 */
export const doorKeeper = oncePerProcess('door keeper', () => {
  let appoint: (keeper: DoorKeeper) => void = () => {};
  const appointed = new Promise<DoorKeeper>((resolve) => {
    appoint = resolve;
  });
  const counter: Counter = {
    count: async (...request) => (await appointed).counter.count(...request),
    countWrong: async (...secret) => (await appointed).counter.countWrong(...secret),
    lockedFor: async (client) => (await appointed).counter.lockedFor(client),
  };
  return { appoint, appointed, counter };
});
