import { deleteFile } from './builtin/delete-file';
import { editFile } from './builtin/edit-file';
import { httpRequest } from './builtin/http-request';
import { listFiles } from './builtin/list-files';
import { moveFile } from './builtin/move-file';
import { readFile } from './builtin/read-file';
import { runCommand } from './builtin/run-command';
import { searchFiles } from './builtin/search-files';
import { writeFile } from './builtin/write-file';
import type { Tool } from './define-tool';

/** Every tool, in the order in which models read about them. */
export const tools: readonly Tool[] = [
  listFiles,
  readFile,
  searchFiles,
  writeFile,
  editFile,
  moveFile,
  deleteFile,
  runCommand,
  httpRequest,
];
