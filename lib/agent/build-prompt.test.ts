import { describe, expect, it } from 'vitest';
import { sampleCall } from '../domain/fixtures/sample-run';
import { appendToTranscript } from '../domain/transcript';
import { buildSystemPrompt } from './build-prompt';

const tools = [
  {
    name: 'read_file',
    description: 'Reads a text file.',
    parameters: [
      { name: 'path', type: 'string', required: true, description: 'The file.' },
      { name: 'line_count', type: 'integer', required: false, description: 'How many lines.' },
    ],
  },
];

describe('the system prompt', () => {
  const prompt = buildSystemPrompt('You are careful.', tools);

  it('describes each tool with name, description and parameters, and explains the calling convention and terminate', () => {
    for (const part of [
      'You are careful.',
      '## read_file',
      'Reads a text file.',
      '- path (string, required): The file.',
    ]) {
      expect(prompt).toContain(part);
    }
    expect(prompt).toContain('- line_count (integer, optional): How many lines.');
    expect(prompt).toContain('"terminate" (true or false)');
    expect(prompt).toContain('exactly one JSON object');
  });

  it('shows a result in the form in which results are sent', () => {
    const call = { ...sampleCall(), tool: 'read_file', step: 1 };
    const detail = { kind: 'text' as const, title: '', text: '', language: null };
    const { messages } = appendToTranscript(
      { messages: [], openCall: call },
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
    expect(buildSystemPrompt('You are careful.', tools)).toBe(prompt);
  });

  it('says so when there are no tools', () => {
    expect(buildSystemPrompt('x', [])).toContain('No tools are available');
  });
});
