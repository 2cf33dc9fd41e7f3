import {
  type RetentionBody,
  type RetentionEffect,
  type RetentionView,
  retentionBody,
} from '../contracts/retention';
import type { Actor } from '../domain/actor';
import { toOldestKept } from '../domain/retention';
import { AppError } from '../shared/app-error';
import type { Services } from './services';

type RetentionServices = Pick<Services, 'retention'>;

export async function getRetention({ retention }: RetentionServices, _actor: Actor): Promise<RetentionView> {
  return retention.read();
}

/** Counts from the next sweep on, within a minute. */
export async function changeRetention(
  { retention }: RetentionServices,
  actor: Actor,
  setting: RetentionBody,
): Promise<RetentionView> {
  await retention.change(setting, actor);
  return retention.read();
}

/** Says how many conversations would go if they were kept for `days`. Throws `invalid_parameters`. */
export async function previewRetention(
  { retention }: RetentionServices,
  _actor: Actor,
  { days }: { days: string | null },
): Promise<RetentionEffect> {
  const { data } = retentionBody.safeParse({ keepDays: Number(days ?? Number.NaN) });
  if (!data || data.keepDays === null) throw new AppError('invalid_parameters', 'Name a number of days.');
  return { conversations: await retention.countPast(toOldestKept(data.keepDays, new Date())) };
}
