import { localActor } from '../../domain/actor';
import type { Gate } from '../admit';

/** Opens the gate of an app that knows everyone and allows everything, unless the test changes it. */
export function openGate(changes: Partial<Gate<object>> = {}) {
  const gate: Gate<object> = {
    servicesFor: async () => ({}),
    profile: 'local',
    identify: async () => ({ actor: localActor, session: null }),
    authorize: async () => true,
    findOwned: async () => null,
    sees: async () => true,
    passOn: async () => null,
    ...changes,
  };
  return async () => gate;
}
