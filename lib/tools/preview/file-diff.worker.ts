import { answering } from '../workers/worker-answer';
import { toFileDiff } from './file-diff';

export default answering(
  ({ path, before, after }: { path: string; before: string | null; after: string | null }) =>
    toFileDiff(path, before, after),
);
