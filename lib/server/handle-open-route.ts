import { strangerActor } from '../domain/actor';
import { createRouteFrame } from '../http/route-frame';
import { AppError } from '../shared/app-error';
import { getApp } from './app';

/**
 * Frames the routes of the door, which everybody may ask before they have signed in. Here everyone is a
 * stranger. Only a team’s server has these routes.
 */
export const handleOpenRoute = createRouteFrame(async () => {
  const app = await getApp();
  if (app.profile !== 'team') throw new AppError('not_found', 'There is nothing here.');
  return { ...app, identify: async () => ({ actor: strangerActor, session: null }) };
});
