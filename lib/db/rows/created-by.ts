import type { Actor } from '../../domain/actor';

/** Fills the columns that say who wrote a row. */
export function createdBy({ id, name }: Actor): { createdById: string; createdByName: string } {
  return { createdById: id, createdByName: name };
}
