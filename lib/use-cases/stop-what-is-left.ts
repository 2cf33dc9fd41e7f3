import { systemActor } from '../domain/actor';
import { builtInRoles } from '../policy/roles';
import type { Services } from './services';

export function createStopWhatIsLeft(
  services: Pick<Services, 'accounts' | 'installation' | 'stopPrivateRuns'>,
): Services['stopWhatIsLeft'] {
  return async ({ id }) => {
    if (services.installation.profile !== 'team') return;
    const person = await services.accounts.find(id);
    if (person === null || !('stop' in builtInRoles[person.role]))
      await services.stopPrivateRuns(id, systemActor);
  };
}
