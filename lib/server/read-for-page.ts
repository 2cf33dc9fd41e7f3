import { headers } from 'next/headers';
import { createPageFrame } from '../http/page-frame';
import { getApp } from './app';

/** Frames every page that is drawn with data, with the running app. */
export const readForPage = createPageFrame(getApp, headers);
