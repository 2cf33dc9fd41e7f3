import type { Access, MeView } from '@/lib/contracts/me';

/** Somebody started this: a run or a conversation. */
export type Started = { startedById: string } | { isYours: boolean };

/**
 * Tells whether the reader has this kind of access, to this thing or at all. Until the reader is known, the page
 * offers everything, and the server decides.
 */
export function mayDo(me: Pick<MeView, 'id' | 'may'> | null, access: Access, thing?: Started): boolean {
  if (me === null) return true;
  const reach = me.may[access];
  if (reach !== 'own' || thing === undefined) return reach !== null;
  return 'isYours' in thing ? thing.isYours : thing.startedById === me.id;
}
