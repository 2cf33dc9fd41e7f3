import type { SampleChange, SampleState } from '../contracts/settings';
import type { Actor } from '../domain/actor';
import type { AuditKind } from '../domain/audit-entry';
import type { KeptFile, SampleFiles } from '../tools/workspace/sample-files.port';
import type { Services } from './services';
import { pickWorkspace } from './workspaces';

type SampleServices = Pick<Services, 'workspaces'>;
type SampleChanges = SampleServices & Pick<Services, 'audit'>;
/** A missing `workspaceId` means the first workspace that the reader is in. */
type Place = { workspaceId?: string | null | undefined };

export async function getSampleFiles(
  services: SampleServices,
  _actor: Actor,
  { workspaceId }: Place = {},
): Promise<SampleState> {
  return services.workspaces.parts(pickWorkspace(services, workspaceId).id).samples.look();
}

/** Restores the sample files. Throws `not_found` for a workspace that was not created with them. */
export function resetSampleFiles(
  services: SampleChanges,
  actor: Actor,
  place: Place = {},
): Promise<SampleChange> {
  return change(services, actor, place, 'samples_reset', (samples, begin) => samples.reset(begin));
}

/** Restores what the last reset replaced and removed. Throws `not_found` when there was no reset. */
export function undoSampleReset(
  services: SampleChanges,
  actor: Actor,
  place: Place = {},
): Promise<SampleChange> {
  return change(services, actor, place, 'samples_reset_undone', (samples, begin) => samples.undo(begin));
}

async function change(
  services: SampleChanges,
  actor: Actor,
  place: Place,
  kind: AuditKind,
  work: (samples: SampleFiles, begin: () => Promise<void>) => Promise<KeptFile[]>,
): Promise<SampleChange> {
  const { id: workspaceId } = pickWorkspace(services, place.workspaceId);
  const { samples } = services.workspaces.parts(workspaceId);
  // The entry comes before the first file, because a change that breaks off has changed files, too.
  const note = () => services.audit.append({ kind, objectId: null, subject: '', workspaceId }, actor);
  const kept = await work(samples, note);
  return { state: await samples.look(), kept };
}
