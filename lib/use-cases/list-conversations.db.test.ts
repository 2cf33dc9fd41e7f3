import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { writeRuns } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import { listConversations } from './conversations';

it('a row has the icon of its workflow and what came of its last run', async () => {
  const workflowsDir = await mkdtemp(path.join(tmpdir(), 'countersign-workflows-'));
  const front = 'id: weekly\ntitle: Weekly report\ncategory: Work\nicon: report\ndescription: Writes it.\n';
  const file = `---\n${front}tools: [read_file]\n---\nWrite it.\n`;
  await writeFile(path.join(workflowsDir, 'weekly.md'), file);
  const { services, close } = await openServices({ workflowsDir });
  try {
    const write = writeRuns(services.runs);
    await write.answered('Ours', {}, '- All **good**.\n- More', { workflowId: 'weekly' });
    await write.answered('Gone', {}, 'Fine.', { workflowId: 'removed' });
    await write.answered('Message', {}, '', { workflowId: null });
    const { conversations } = await listConversations(services, localActor, { search: null, cursor: null });
    const rows = conversations.map(({ title, lastRunIcon, lastRunLine }) => [
      title,
      lastRunIcon,
      lastRunLine,
    ]);
    expect(new Set(rows)).toEqual(
      new Set([
        ['Ours', 'report', 'All good.'],
        ['Gone', null, 'Fine.'],
        ['Message', null, null],
      ]),
    );
  } finally {
    await close();
    await rm(workflowsDir, { recursive: true });
  }
});
