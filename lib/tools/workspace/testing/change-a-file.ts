import path from 'node:path';
import { armFailpoint, parseFailpoint } from '../../../shared/failpoint';
import { createToolParts } from '../../tool-parts';
import { moveInside } from '../move-entry';
import { writeFileInside } from '../write-file';

/** A process that changes one file and is killed on the way: `change-a-file.ts FOLDER FAILPOINT write|move`. */
const [folder = '', failpoint = '', change = ''] = process.argv.slice(2);
const armed = parseFailpoint(failpoint);
if (armed) armFailpoint(armed);
const { workspace } = createToolParts({
  workspaceDir: path.join(folder, 'workspace'),
  journalFile: path.join(folder, 'journal.json'),
});
if (change === 'move') await moveInside(workspace, ['sub', 'old.txt'], ['sub', 'file.txt'], null);
else await writeFileInside(workspace, ['sub', 'file.txt'], Buffer.from('new'), null);
