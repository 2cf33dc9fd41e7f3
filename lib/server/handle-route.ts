import { createRouteFrame } from '../http/route-frame';
import { getApp } from './app';

/** Frames every route, with the running app. */
export const handleRoute = createRouteFrame(getApp);
