import { existsSync } from 'node:fs';
import path from 'node:path';
import { armFailpoint, parseFailpoint } from '../../../shared/failpoint';
import { createToolParts } from '../../tool-parts';
import { moveInside } from '../move-entry';
import { writeFileInside } from '../write-file-inside';

/**
 * This process changes one file, and is killed or frozen on the way:
 * `change-a-file.ts FOLDER FAILPOINT CHANGE SIGNAL`. It holds the folder while `FOLDER/lock` is there, and
 * prints the outcome of the change.
 */
const [folder = '', failpoint = '', change = '', signal = ''] = process.argv.slice(2);
const armed = parseFailpoint(failpoint);
if (armed) armFailpoint(armed, signal === 'SIGSTOP' ? signal : 'SIGKILL');
const { workspace } = createToolParts({
  workspaceDir: path.join(folder, 'workspace'),
  journal: { folder: path.join(folder, 'data'), isOurs: () => existsSync(path.join(folder, 'lock')) },
});

const changes: Record<string, () => Promise<void>> = {
  move: () => moveInside(workspace, ['sub', 'old.txt'], ['sub', 'file.txt'], null),
  write: () => writeFileInside(workspace, ['sub', 'file.txt'], Buffer.from('new'), null),
};
await changes[change]?.().then(
  () => process.stdout.write('done'),
  (error: unknown) => process.stdout.write(String(error)),
);
