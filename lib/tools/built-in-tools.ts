import { createDeleteFileTool } from './builtin/delete-file';
import { createEditFileTool } from './builtin/edit-file';
import { createHttpRequestTool } from './builtin/http-request';
import { createListFilesTool } from './builtin/list-files';
import { createMoveFileTool } from './builtin/move-file';
import { createReadFileTool } from './builtin/read-file';
import { createRunCommandTool } from './builtin/run-command';
import { createSearchFilesTool } from './builtin/search-files';
import { createWriteFileTool } from './builtin/write-file';
import type { Tool } from './define-tool';
import type { ToolParts } from './tool-parts';

/** Returns the tools that come with the app, in the order in which models read about them. */
export function createBuiltInTools({ workspace, commands, web, workers }: ToolParts): Tool[] {
  return [
    createListFilesTool(workspace),
    createReadFileTool(workspace),
    createSearchFilesTool(workspace, workers),
    createWriteFileTool(workspace, workers),
    createEditFileTool(workspace, workers),
    createMoveFileTool(workspace),
    createDeleteFileTool(workspace, workers),
    createRunCommandTool(workspace, commands),
    createHttpRequestTool(web),
  ];
}
