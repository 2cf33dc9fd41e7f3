import { answering } from '../workers/worker-answer';
import { findInFiles, type SearchRequest } from './find-in-files';
import { createWorkspace, type WorkspacePlace } from './workspace';

export default answering(({ place, request }: { place: WorkspacePlace; request: SearchRequest }) => {
  const workspace = createWorkspace(place.directory, place.walk, place.privatePlaces);
  // Stop ends the thread, so the search needs no signal.
  return findInFiles(workspace, request, new AbortController().signal);
});
