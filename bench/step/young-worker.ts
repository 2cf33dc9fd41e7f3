import path from 'node:path';
import type { Loop } from '../../tests/measured/job';
import { startOurLoop } from '../../tests/measured/our-loop';
import { bareLoop, storingLoop } from './floors';
import { costOf } from './measure';

/**
 * Runs one loop in a process of its own: `young-worker.mjs NAME BASE_URL FOLDER`. It does as many jobs as its
 * parent asks for, and tells their cost.
 */
const [name = '', baseUrl = '', folder = ''] = process.argv.slice(2);
const open: Record<string, () => Loop | Promise<Loop>> = {
  bare: () => bareLoop(baseUrl),
  storing: () => storingLoop(baseUrl, path.join(folder, 'floor.db')),
  ours: () => startOurLoop(baseUrl, folder),
};
const loop = await open[name]?.();

process.on('message', async ({ jobs, steps }: { jobs: number; steps: number }) => {
  const work = async () => {
    for (let job = 0; job < jobs; job += 1) await loop?.run(steps);
  };
  process.send?.(await costOf(work));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
