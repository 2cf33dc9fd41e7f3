import type { SampleChange, SampleState } from '../contracts/settings';
import type { Actor } from '../domain/actor';
import type { AuditKind } from '../domain/audit-entry';
import type { KeptFile } from '../tools/workspace/sample-files.port';
import type { Services } from './services';

type SampleServices = Pick<Services, 'samples'>;
type SampleChanges = SampleServices & Pick<Services, 'audit'>;

export async function getSampleFiles({ samples }: SampleServices, _actor: Actor): Promise<SampleState> {
  return samples.look();
}

/** Restores the sample files. Throws `not_found` for a workspace that was not created with them. */
export function resetSampleFiles(services: SampleChanges, actor: Actor): Promise<SampleChange> {
  return change(services, actor, 'samples_reset', () => services.samples.reset());
}

/** Restores what the last reset replaced and removed. Throws `not_found` when there was no reset. */
export function undoSampleReset(services: SampleChanges, actor: Actor): Promise<SampleChange> {
  return change(services, actor, 'samples_reset_undone', () => services.samples.undo());
}

async function change(
  { samples, audit }: SampleChanges,
  actor: Actor,
  kind: AuditKind,
  work: () => Promise<KeptFile[]>,
): Promise<SampleChange> {
  // This comes first, because a reset that breaks off has changed files, too.
  await audit.append({ kind, objectId: null, subject: '' }, actor);
  const kept = await work();
  return { state: await samples.look(), kept };
}
