import type { SampleChange, SampleState } from '../contracts/settings';
import type { Actor } from '../domain/actor';
import type { KeptFile } from '../tools/workspace/sample-files.port';
import type { Services } from './services';

type SampleServices = Pick<Services, 'samples'>;

export async function getSampleFiles({ samples }: SampleServices, _actor: Actor): Promise<SampleState> {
  return samples.look();
}

/** Restores the sample files. Throws `not_found` for a workspace that was not created with them. */
export function resetSampleFiles(services: SampleServices, _actor: Actor): Promise<SampleChange> {
  return change(services, () => services.samples.reset());
}

/** Restores what the last reset replaced and removed. Throws `not_found` when there was no reset. */
export function undoSampleReset(services: SampleServices, _actor: Actor): Promise<SampleChange> {
  return change(services, () => services.samples.undo());
}

async function change({ samples }: SampleServices, work: () => Promise<KeptFile[]>): Promise<SampleChange> {
  const kept = await work();
  return { state: await samples.look(), kept };
}
