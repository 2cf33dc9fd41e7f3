import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { boundText } from '../../domain/bound-text';
import { describeDeception, describeFalseLatin } from '../../domain/paths/deceptive-path';
import type { CommandOutputPresentation } from '../../domain/presentation';
import { defineTool } from '../define-tool';
import { type CommandResult, type CommandSettings, executeCommand } from '../process/execute-command';
import { toTerminalText } from '../process/terminal-text';
import { shownFolder, shownValue } from '../text/headline-parts';
import { isBug } from '../to-tool-error';
import { stoppedFailure, systemErrorCode, ToolFailure } from '../tool-failure';
import { targetChanged } from '../workspace/last-look';
import type { OpenFolder } from '../workspace/open-folder';
import type { Workspace } from '../workspace/workspace';
import { formatPath, parseWorkspacePath, type WorkspacePath } from '../workspace/workspace-path';

const defaultTimeoutSeconds = 60;
const maxTimeoutSeconds = 300;
const modelCharactersPerStream = 8_000;

export const createRunCommandTool = (workspace: Workspace, commands: CommandSettings) =>
  defineTool({
    name: 'run_command',
    description:
      'Runs a command with /bin/sh and returns its exit code and output. It has no input and no terminal. When it ends, ' +
      'everything it started ends too.',
    example: { command: 'npm test', folder: 'app' },
    parameters: z.strictObject({
      command: z
        .string()
        .min(1)
        .max(20_000)
        .refine((text) => !text.includes('\0'), 'must not contain NUL')
        .describe('Command line for the shell.'),
      folder: z.string().default('.').describe('Folder to run it in.'),
      timeout_seconds: z
        .int()
        .min(1)
        .max(maxTimeoutSeconds)
        .default(defaultTimeoutSeconds)
        .describe(`At most ${maxTimeoutSeconds}.`)
        .meta({ title: 'Time limit in seconds' }),
    }),
    effect: 'runs',
    capability: 'Run commands on this machine',
    act: 'Run command',
    isIdempotent: false,
    async look({ command, folder }) {
      const parsed = parseWorkspacePath(folder);
      return {
        facts: null,
        preview: [{ kind: 'command', command, folder: formatPath(parsed) }],
        targetFingerprint: await workspace.inFolder(parsed, readFolderIdentity),
      };
    },
    async findChangedTarget({ folder }, fingerprint) {
      const parsed = parseWorkspacePath(folder);
      try {
        const isSame = (await workspace.inFolder(parsed, readFolderIdentity)) === fingerprint;
        return isSame ? null : nameFolder(parsed);
      } catch (error) {
        if (isBug(error)) throw error;
        return nameFolder(parsed);
      }
    },
    assess({ command, folder }) {
      const basic = 'Runs with the server’s own permissions. There is no sandbox.';
      const deception = describeFalseLatin(command, 'command') ?? describeDeception(folder);
      return { risk: 'high', reason: deception === null ? basic : `${basic} ${deception}`, refusal: null };
    },
    headline: ({ command, folder }) => `Run \`${shownValue(command, 80)}\` in ${shownFolder(folder, 30)}`,
    paths: ({ folder }) => [{ path: folder, how: 'read' }],
    async run({ command, folder, timeout_seconds }, { signal, targetFingerprint }) {
      const parsed = parseWorkspacePath(folder);
      const result = await workspace.inFolder(parsed, (opened) => {
        const beforeStart = () => requireFolder(opened, targetFingerprint, nameFolder(parsed));
        const request = { command, folder: opened.location, timeoutMs: timeout_seconds * 1_000, beforeStart };
        return executeCommand(request, commands, signal).catch(explainStart);
      });
      const detail = toDetail(command, formatPath(parsed), result);
      const output = toOutputText(detail);
      throwUnlessDone(result, timeout_seconds, { detail, output }, signal);
      const summary = describeEnd(result);
      const warning = result.exitCode === 0 ? undefined : describeBadEnd(result);
      return { summary, warning, modelText: `${summary}\n\n${output}`, detail };
    },
  });

/**
 * Identifies a folder whatever its name: a command may change what is in it, and may not run in another one.
 */
async function readFolderIdentity({ location }: OpenFolder): Promise<string> {
  const { dev, ino } = await stat(location, { bigint: true });
  return `place:${dev}:${ino}`;
}

function nameFolder(path: WorkspacePath): string {
  return path.length === 0 ? 'The workspace folder' : formatPath(path);
}

async function requireFolder(folder: OpenFolder, fingerprint: string | null, shown: string): Promise<void> {
  await folder.verify();
  if (fingerprint !== null && (await readFolderIdentity(folder)) !== fingerprint) throw targetChanged(shown);
}

function explainStart(error: unknown): never {
  if (error instanceof ToolFailure) throw error;
  throw new ToolFailure('command_failed', `The shell could not be started (${systemErrorCode(error)}).`);
}

function describeEnd({ exitCode, signal }: CommandResult): string {
  return exitCode === null ? `ended by ${signal}` : `exit code ${exitCode}`;
}

function describeBadEnd({ exitCode, signal }: CommandResult): string {
  return exitCode === null ? `Ended by ${signal}` : `Ended with exit code ${exitCode}`;
}

function throwUnlessDone(
  result: CommandResult,
  timeoutSeconds: number,
  { detail, output }: { detail: CommandOutputPresentation; output: string },
  signal: AbortSignal,
): void {
  const left = result.isAllGone ? '' : ' Processes that it started may still be running.';
  switch (result.endedBy) {
    case 'exit':
      if (result.isAllGone) return;
      throw new ToolFailure(
        'command_failed',
        `It is over (${describeEnd(result)}).${left}\n\n${output}`,
        detail,
      );
    case 'abort': {
      const { code, message } = stoppedFailure(signal);
      throw new ToolFailure(code, `${message}${left}`, detail);
    }
    case 'timeout':
      throw new ToolFailure(
        'timed_out',
        `Ended after ${timeoutSeconds} seconds, its time limit.${left}\n\n${output}`,
        detail,
      );
    case 'output_limit':
      throw new ToolFailure(
        'too_large',
        `Ended because it printed more than 50 MB.${left}\n\n${output}`,
        detail,
      );
  }
}

function toOutputText({ stdout, stderr }: CommandOutputPresentation): string {
  const parts = [
    { name: 'stdout', text: stdout },
    { name: 'stderr', text: stderr },
  ].flatMap(({ name, text }) => {
    const howToGetMore = 'Filter the output, or write it to a file and read that.';
    return text === ''
      ? []
      : [`${name}:\n${boundText(text.trimEnd(), howToGetMore, modelCharactersPerStream)}`];
  });
  return parts.length === 0 ? 'It printed nothing.' : parts.join('\n\n');
}

function toDetail(command: string, folder: string, result: CommandResult): CommandOutputPresentation {
  const { exitCode, signal, stdout, stderr } = result;
  const shown = { stdout: toTerminalText(stdout.text), stderr: toTerminalText(stderr.text) };
  const isSame = shown.stdout === stdout.text && shown.stderr === stderr.text;
  return {
    kind: 'command_output',
    command,
    folder,
    exitCode,
    signal,
    ...shown,
    raw: isSame ? undefined : { stdout: stdout.text, stderr: stderr.text },
    isCut: stdout.droppedBytes + stderr.droppedBytes > 0,
  };
}
