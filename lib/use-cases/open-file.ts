import type { FileView } from '../contracts/files';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { countLines } from '../shared/quantities';
import type { FileStart, OpenedFile, WorkspaceFiles } from '../tools/workspace/files.port';
import type { Services } from './services';
import { toListedEntryView } from './views/listed-entry-view';
import { filesOf } from './workspaces';

/** A page shows this much of a text. The rest can be downloaded. */
const maxShownBytes = 1_000_000;
const maxShownEntries = 2_000;

/** A missing `workspaceId` means the first workspace that the reader is in. */
type FilePlace = { path: string; workspaceId?: string | null };

/** Returns the file or folder at a workspace path, ready to show. Throws `not_found` or `path_refused`. */
export async function openFile(
  services: Pick<Services, 'workspaces'>,
  _actor: Actor,
  { path, workspaceId }: FilePlace,
): Promise<FileView> {
  const files = filesOf(services, workspaceId);
  const found = await files.find(path);
  const file = found?.kind === 'file' ? await files.readStart(path, maxShownBytes) : null;
  if (file) return toFileView(file);
  const folder = found?.kind === 'folder' ? await files.list(path, maxShownEntries) : null;
  if (!folder) throw await notFound(files, path);
  return { kind: 'folder', ...folder, entries: folder.entries.map(toListedEntryView) };
}

/** Opens a file so that its bytes can be sent. Throws `not_found` or `path_refused`. */
export async function downloadFile(
  services: Pick<Services, 'workspaces'>,
  _actor: Actor,
  { path, workspaceId }: FilePlace,
): Promise<OpenedFile> {
  const files = filesOf(services, workspaceId);
  const file = await files.open(path);
  if (!file) throw await notFound(files, path);
  return file;
}

function toFileView(file: FileStart): FileView {
  const { path, size, modifiedAt } = file;
  return {
    kind: 'file',
    path,
    size,
    modifiedAt: modifiedAt.toISOString(),
    version: `${modifiedAt.getTime()}.${size}`,
    content: toContent(file),
  };
}

function toContent({
  image,
  text,
  unreadable,
  isWhole,
}: FileStart): Extract<FileView, { kind: 'file' }>['content'] {
  if (image) return { kind: 'image', type: image };
  if (text === null) return { kind: 'unreadable', reason: unreadable ?? 'binary' };
  return { kind: 'text', text, isWhole, lines: isWhole ? countLines(text) : null };
}

async function notFound(files: WorkspaceFiles, path: string): Promise<AppError> {
  let folder = path;
  do folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  while (folder !== '' && (await files.find(folder))?.kind !== 'folder');
  return new AppError('not_found', `There is no file or folder ${path}.`, { folder });
}
