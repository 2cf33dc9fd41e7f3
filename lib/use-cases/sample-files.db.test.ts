import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { localActor } from '../domain/actor';
import { rememberSamples } from '../tools/workspace/sample-files';
import { resetSampleFiles, undoSampleReset } from './sample-files';

let opened: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  opened = await openServices();
});
afterEach(() => opened.close());

async function audited(): Promise<string[]> {
  const { items } = await opened.services.audit.list({ by: null, kind: null, cursor: null, limit: 9 });
  return items.map(({ kind }) => kind);
}

it('a change of the sample files that is refused leaves no entry in the audit log', async () => {
  const { services, workspaceDir } = opened;
  await expect(resetSampleFiles(services, localActor)).rejects.toMatchObject({ code: 'not_found' });
  await rememberSamples(path.dirname(workspaceDir), workspaceDir);
  await expect(undoSampleReset(services, localActor)).rejects.toMatchObject({ code: 'not_found' });
  expect(await audited()).toEqual([]);
});

it('a change of the sample files is noted, also one that breaks off', async () => {
  const { services, workspaceDir } = opened;
  const folder = path.dirname(workspaceDir);
  await rememberSamples(folder, workspaceDir);
  await resetSampleFiles(services, localActor);
  await undoSampleReset(services, localActor);
  expect(await audited()).toEqual(['samples_reset_undone', 'samples_reset']);
  const { samples } = services.workspaces.parts('main');
  samples.reset = async (begin) => {
    await begin?.();
    await writeFile(path.join(workspaceDir, 'half.txt'), 'Half');
    throw new Error('The disk is full');
  };
  await expect(resetSampleFiles(services, localActor)).rejects.toThrow('The disk is full');
  expect(await audited()).toEqual(['samples_reset', 'samples_reset_undone', 'samples_reset']);
});
