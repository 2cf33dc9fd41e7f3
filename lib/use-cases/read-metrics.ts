import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { Services } from './services';

/** Reads the figures of this server for Prometheus. Throws `not_found` when nobody asked for them. */
export async function readMetrics(
  { metrics }: Pick<Services, 'metrics'>,
  _actor: Actor,
): Promise<{ text: string; contentType: string }> {
  if (metrics === null) throw new AppError('not_found', 'There is nothing here.');
  return { text: await metrics.read(), contentType: metrics.contentType };
}
