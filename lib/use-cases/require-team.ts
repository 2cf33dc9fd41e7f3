import { AppError } from '../shared/app-error';
import type { Services } from './services';

/** Throws `not_found` in the local profile, which has no accounts. */
export function requireTeam({ installation }: Pick<Services, 'installation'>): void {
  if (installation.profile !== 'team') throw new AppError('not_found', 'There is nothing here.');
}
