import { getApp } from './app';

/** Tells whether people have accounts here. Only then the pages of the door exist. */
export const isTeam = async (): Promise<boolean> => (await getApp()).profile === 'team';
