import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sampleCall } from '../domain/fixtures/sample-run';
import { appendToTranscript, openTranscript } from '../domain/transcript';
import { parseReply } from '../replies/parse-reply';
import { buildSystemPrompt } from './build-prompt';

const readFileTool = {
  name: 'read_file',
  description: 'Reads a text file.',
  parameters: [
    { name: 'path', type: 'string', required: true, description: 'The file.' },
    { name: 'line_count', type: 'integer', required: false, description: 'How many lines.' },
  ],
  example: { path: 'notes/plan.md' },
};
const sendTool = {
  name: 'send_note',
  description: 'Sends a note.',
  parameters: [
    { name: 'text', type: 'string', required: true, description: 'The note.' },
    { name: 'urgent', type: 'boolean', required: true, description: 'Whether it is urgent.' },
    { name: 'sender', type: 'string', required: false, description: 'From whom.' },
  ],
  example: null,
};
const exampleIn = (prompt: string) => parseReply(prompt.split('\n').slice(6, 8).join('\n'));

describe('the system prompt', () => {
  const prompt = buildSystemPrompt('You are careful.', [readFileTool]);

  it('describes each tool with name, description and parameters, and explains the calling convention and terminate', () => {
    expect(prompt).toContain(`## read_file
Reads a text file.
- path (string, required): The file.
- line_count (integer, optional): How many lines.`);
    expect(prompt).toContain('Begin the object on a new line. Stop after its last brace.');
    expect(prompt).toContain(
      '"terminate" false: you get the result and go on. true: the person gets the result',
    );
    expect(prompt.split('\n').at(-1)).toContain(
      'Either one JSON object with "tool", "parameters" and "terminate"',
    );
  });

  it('shows one real call of the run’s own tools, with a line break where a tool has one', () => {
    const write = { ...sendTool, name: 'write', example: { text: 'one\ntwo' } };
    const toolsOf = (tools: (typeof sendTool | typeof readFileTool | typeof write)[]) =>
      exampleIn(buildSystemPrompt('You are careful.', tools));
    expect(toolsOf([readFileTool])).toMatchObject({
      tool: 'read_file',
      parameters: { path: 'notes/plan.md' },
    });
    expect(toolsOf([readFileTool, write])).toMatchObject({ tool: 'write', parameters: { text: 'one\ntwo' } });
    expect(toolsOf([sendTool])).toMatchObject({
      kind: 'tool_call',
      tool: 'send_note',
      parameters: { text: 'the text', urgent: true },
      terminate: false,
    });
  });

  it('shows a result in the form in which results are sent', () => {
    const call = { ...sampleCall(), tool: 'read_file', step: 1 };
    const detail = { kind: 'text' as const, title: '', text: '', language: null };
    const { messages } = appendToTranscript(
      { ...openTranscript([]), openCall: call },
      {
        type: 'tool_finished',
        callId: call.id,
        outcome: { ok: true, summary: '', modelText: '...', detail },
        durationMs: 1,
        activeMs: 1,
      },
    );
    expect(prompt).toContain(`\n\n${messages.at(-1)?.content}\n\n`);
  });

  it('is the same, byte for byte, for the same inputs', () => {
    expect(buildSystemPrompt('You are careful.', [readFileTool])).toBe(prompt);
  });

  it('is, byte for byte, what docs/prompt.md explains', async () => {
    const doc = await readFile('docs/prompt.md', 'utf8');
    const explained = /````text\n([\s\S]*?)\n````/.exec(doc)?.[1];
    expect(prompt).toBe(explained);
  });

  it('says so when there are no tools', () => {
    expect(buildSystemPrompt('x', [])).toContain('No tools are available');
  });
});
