import type { Access, MeView } from '@/lib/contracts/me';
import { type Risk, risk } from '@/lib/contracts/runs';

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

/** Tells whether the reader may say how a step of this risk ended, when nobody knows it. */
export function maySettle(
  me: Pick<MeView, 'id' | 'may' | 'signsUpTo'> | null,
  { risk: asked }: { risk: Risk },
  run: Started,
): boolean {
  const most = me?.signsUpTo ?? 'high';
  return mayDo(me, 'sign', run) && risk.options.indexOf(asked) <= risk.options.indexOf(most);
}
