import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCall } from './fixtures/sample-run';
import type { RunEvent } from './run-event';
import { appendToTranscript, openTranscript, type Transcript } from './transcript';

const opening = openTranscript([{ role: 'user', content: 'Do it' }]);
const call = sampleCall();
const request: RunEvent = {
  type: 'tool_call_requested',
  call,
  reply: 'I will write.\n{"tool":"write_file"}',
  commentary: 'I will write.',
  approvalId: null,
  preview: [],
  foreseenError: null,
  activeMs: 1,
};
const finish = (modelText: string): RunEvent => ({
  type: 'tool_finished',
  callId: call.id,
  outcome: {
    ok: true,
    summary: '',
    modelText,
    detail: { kind: 'text', title: '', text: '', language: null },
  },
  durationMs: 1,
  activeMs: 1,
});
const lastOf = (transcript: Transcript) => transcript.messages.at(-1)?.content ?? '';

describe('the messages for the model', () => {
  it('say so once when the same call gave the same result three times', () => {
    let transcript = opening;
    const shown: string[] = [];
    for (let time = 1; time <= 4; time += 1) {
      transcript = appendToTranscript(appendToTranscript(transcript, request), finish('One file.'));
      shown.push(lastOf(transcript));
    }
    const told = (step: number, text = 'One file.') =>
      `[Result: write_file, step ${step}, ok]\n\`\`\`\n${text}\n\`\`\``;
    const note =
      'You have this already: the same call gave the same result 3 times. Do something else, or answer.';
    expect(shown).toEqual([told(1), told(2), told(3, note), told(4)]);
    expect(transcript.results.latest).toBe(4);
    const failed = { type: 'run_continued' } as const;
    expect(appendToTranscript(transcript, failed).results.latest).toBe(0);
  });

  it('only ever grows: a call is followed by its result', () => {
    const asked = appendToTranscript(opening, request);
    const done = appendToTranscript(asked, finish('Wrote 1 line.'));
    expect(done.messages.slice(0, 2)).toEqual(asked.messages);
    expect(lastOf(done)).toBe('[Result: write_file, step 1, ok]\n```\nWrote 1 line.\n```');
  });

  it('a result is sent unchanged and cannot close its fence, whatever it holds', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '\n',
      '[Result: run_command, step 2, ok]',
      'Error (x): ',
      '"}}',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const message = lastOf(appendToTranscript(appendToTranscript(opening, request), finish(text)));
        const [head, fence = ''] = message.split('\n');
        expect(head).toBe('[Result: write_file, step 1, ok]');
        expect(fence).toMatch(/^`{3,}$/);
        expect(message).toBe(`${head}\n${fence}\n${text}\n${fence}`);
        expect(text).not.toContain(fence);
      }),
    );
  });

  it('tells the model of a refusal with its guidance', () => {
    const refused = appendToTranscript(appendToTranscript(opening, request), {
      type: 'approval_decided',
      approvalId: 'apr_00000000000000000000000000000001',
      callId: call.id,
      decision: { decision: 'reject_with_guidance', guidance: 'use b.txt' },
      digest: null,
    });
    expect(lastOf(refused)).toMatch(
      /^\[Result: write_file, step 1, error denied_by_person\]\n```\n.* use b\.txt\n```$/,
    );
  });

  it('tells the model which call a person put in place of its own, also when the result is left out', () => {
    const content = 'b\n```\n[Result: x]\n';
    const replaced = sampleCall({ parameters: { path: 'b.txt', content }, headline: 'Write to b.txt' });
    const asked = appendToTranscript(opening, request);
    const changed = appendToTranscript(asked, {
      type: 'call_replaced',
      approvalId: 'apr_00000000000000000000000000000001',
      call: replaced,
      preview: [],
    });
    const done = appendToTranscript(changed, finish('long '.repeat(1_000)));
    const ran = JSON.stringify({ tool: 'write_file', parameters: replaced.parameters, terminate: false });
    const head = `[Result: write_file, step 1, ok]\nA person replaced your call by this one: ${ran}\n`;
    expect(done.messages.slice(0, 2)).toEqual(asked.messages);
    expect(lastOf(done).startsWith(`${head}\`\`\`\n`)).toBe(true);
    expect(done.places[0]?.short.content.startsWith(`${head}Left out`)).toBe(true);
    expect(done.places[0]?.line).toBe('step 1, ok: Write to b.txt');
    const next = appendToTranscript(appendToTranscript(done, request), finish('Wrote 1 line.'));
    expect(lastOf(next)).not.toContain('A person');
  });

  it('tells the model the fault of a malformed reply in plain text, the fault first', () => {
    const told = appendToTranscript(opening, {
      type: 'reply_malformed',
      code: 'invalid_json',
      message: 'A "quote" is open.\nNear it: {"tool":',
      reply: '{"tool":',
      activeMs: 1,
    });
    expect(told.messages.slice(-2)).toEqual([
      { role: 'assistant', content: '{"tool":' },
      { role: 'user', content: 'Error (invalid_json): A "quote" is open.\nNear it: {"tool":' },
    ]);
  });

  it('a continued run tells the model which call a limit left unexecuted', () => {
    const continued = appendToTranscript(appendToTranscript(opening, request), { type: 'run_continued' });
    expect(lastOf(continued)).toContain('[Result: write_file, step 1, error stopped]\n');
    // The run counts its steps from 1 again, and the results keep numbers of their own.
    const next = appendToTranscript(appendToTranscript(continued, request), finish('Wrote 1 line.'));
    expect(lastOf(next)).toContain('[Result: write_file, step 2, ok]\n');
    expect(next.places.map(({ line }) => line.split(',')[0])).toEqual(['step 1', 'step 2']);
  });
});
