import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, type ScriptedReply } from '../../tests/scripted-model';
import { hashCall } from '../agent/build-tool-call';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import { builtInRules } from '../policy/built-in-rules';
import type { Rule } from '../policy/rule';
import { decideApproval } from './decide-approval';
import { getApproval, getApprovalState } from './get-approvals';
import { loadRunFiles } from './load-run-files';
import { loadTimeline } from './load-timeline';
import { replaceCall } from './replace-call';

let bench: Workbench;
afterEach(async () => {
  await bench.close();
  expect(bench.bugs).toEqual([]);
  expect(bench.reported).toEqual([]);
  bench.script.expectUsedUp();
});

const ann: Actor = { id: 'usr_ann', name: 'Ann', role: 'admin' };
const ben: Actor = { id: 'usr_ben', name: 'Ben', role: 'admin' };
const approve = { decision: 'approve' } as const;
const asked = { path: 'a.txt', content: 'the model wrote this\n' };
const edited = { path: 'b.txt', content: 'Ann wrote this\n' };
const hashOf = (parameters: typeof asked) => hashCall({ tool: 'write_file', parameters });

/** A rule about a file's name comes before the built-in rules. */
const about = (name: string, verdict: Pick<Rule, 'decision' | 'signatures'>): Rule => ({
  id: `about-${name}`,
  when: `the call touches ${name}`,
  applies: ({ assessment }) => assessment.touches.some(({ path }) => path === name),
  minimumRisk: 'high',
  reason: () => `Careful with ${name}.`,
  ...verdict,
});
const rules: Rule[] = [
  about('denied.txt', { decision: 'deny' }),
  about('two.txt', { decision: 'ask', signatures: 2 }),
  about('free.txt', { decision: 'allow' }),
  ...builtInRules,
];

async function waitForWrite(replies: ScriptedReply[] = ['Done.']): Promise<Run> {
  bench = await openWorkbench([call('write_file', asked), ...replies], { policy: { rules } });
  for (const person of [ann, ben]) await bench.services().actors.seed(person);
  return bench.drive(await bench.create());
}
const idOf = ({ state }: Run) => ('approvalId' in state ? state.approvalId : '');
const view = (run: Run) => getApproval(bench.services(), ben, { approvalId: idOf(run) });
const digestOf = async (run: Run) =>
  (await getApprovalState(bench.services(), ben, { approvalId: idOf(run) })).digest;
const replace = (run: Run, parameters = edited, callHash = hashOf(asked)) =>
  replaceCall(bench.services(), ann, { approvalId: idOf(run), callHash, parameters });
const decide = (run: Run, digest: string | undefined, actor: Actor = ben) =>
  decideApproval(bench.services(), actor, { approvalId: idOf(run), ...approve, digest });
const current = async ({ id }: Run) => {
  const run = await bench.runs.find(id);
  if (!run) throw new Error('The run is gone');
  return run;
};
const eventsOf = async ({ id }: Run) => (await bench.runs.listEvents(id)).map(({ event }) => event);
const startsOf = async (run: Run) =>
  (await eventsOf(run)).filter(({ type }) => type === 'tool_started').length;
const reject = (run: Run) => bench.decide(run, { decision: 'reject' }, ben);

describe('a person replaces the call of a waiting request', () => {
  it('then exactly the replaced call runs, once, and no driver waits for it', async () => {
    const waiting = await waitForWrite();
    const before = await view(waiting);
    const after = await replace(waiting);
    expect(after).toMatchObject({ status: 'pending', callHash: hashOf(edited), targetChange: null });
    expect(after.headline).toContain('b.txt');
    expect(JSON.stringify([after.preview, after.parameters])).toContain('Ann wrote this');
    expect(JSON.stringify([after.preview, after.parameters])).not.toContain('the model wrote');
    expect(after.digest).not.toBe(before.digest);
    expect(await view(waiting)).toEqual({ ...after, signatures: null });
    expect((await bench.drive(waiting.id)).state.status).toBe('awaiting_approval');

    await decide(waiting, after.digest);
    await bench.untilIdle();
    expect(await current(waiting)).toMatchObject({ state: { status: 'completed' } });
    expect(await bench.read('b.txt')).toBe(edited.content);
    await expect(bench.read('a.txt')).rejects.toThrow('ENOENT');
    expect(await startsOf(waiting)).toBe(1);
    expect(await view(waiting)).toMatchObject({ status: 'approved', callHash: hashOf(edited) });
  });

  it('the events keep both calls, and the steps show who changed what', async () => {
    const waiting = await waitForWrite();
    const { digest } = await replace(waiting);
    await decide(waiting, digest);
    await bench.untilIdle();
    const calls = (await eventsOf(waiting)).flatMap((event) => ('call' in event ? [event.call] : []));
    expect(calls).toMatchObject([
      { parameters: asked, hash: hashOf(asked) },
      { id: calls[0]?.id, parameters: edited, hash: hashOf(edited) },
    ]);
    const run = await current(waiting);
    const { items } = await loadTimeline(bench.services(), run);
    expect(items.map(({ headline }) => headline)).toEqual([
      expect.stringContaining('b.txt'),
      expect.stringMatching(/^Changed by Ann\. It was: .*a\.txt/),
      'Countersigned by Ben',
    ]);
    const files = await loadRunFiles(bench.services(), run, await bench.runs.listEvents(run.id));
    expect(files?.changed).toMatchObject([{ path: 'b.txt' }]);
  });

  it('the model reads which call ran', async () => {
    const waiting = await waitForWrite();
    const { digest } = await replace(waiting);
    await decide(waiting, digest);
    await bench.untilIdle();
    const told = bench.script.requests[1]?.at(-1)?.content.split('\n');
    const ran = JSON.stringify({ tool: 'write_file', parameters: edited, terminate: false });
    expect(told?.slice(0, 3)).toEqual([
      '[Result: write_file, step 1, ok]',
      `A person replaced your call by this one: ${ran}`,
      '```',
    ]);
  });

  it.each([
    ['the earlier digest', true],
    ['no digest', false],
  ])('an approval with %s gets the new request and records nothing', async (_, hasDigest) => {
    const waiting = await waitForWrite([]);
    const digest = hasDigest ? await digestOf(waiting) : undefined;
    await replace(waiting);
    await expect(decide(waiting, digest)).rejects.toMatchObject({
      code: 'target_changed',
      details: { approval: { status: 'pending', callHash: hashOf(edited), targetChange: null } },
    });
    expect((await eventsOf(waiting)).at(-1)?.type).toBe('call_replaced');
    await reject(waiting);
    expect(await view(waiting)).toMatchObject({ status: 'rejected' });
  });

  it('an approval still looks at the target of the replaced call', async () => {
    const waiting = await waitForWrite([]);
    const { digest } = await replace(waiting);
    await bench.write('b.txt', 'someone else wrote this\n');
    await expect(decide(waiting, digest)).rejects.toMatchObject({ code: 'target_changed' });
    await reject(waiting);
  });

  it('signatures on the earlier call no longer count', async () => {
    const waiting = await waitForWrite();
    const two = await replace(waiting, { ...edited, path: 'two.txt' });
    expect(two).toMatchObject({
      risk: 'high',
      riskReason: 'Careful with two.txt.',
      signatures: { needed: 2 },
    });
    expect((await decide(waiting, two.digest, ann)).signatures).toMatchObject({ given: 1 });
    const next = await replace(waiting, { path: 'two.txt', content: 'x' }, two.callHash);
    expect(next.signatures).toMatchObject({ given: 0, needed: 2 });
    await decide(waiting, next.digest, ann);
    const done = await decide(waiting, next.digest, ben);
    expect(done).toMatchObject({
      status: 'approved',
      decisions: [{ digest: two.digest }, { digest: next.digest }, { digest: next.digest }],
    });
    await bench.untilIdle();
    expect(await bench.read('two.txt')).toBe('x');
  });

  it('a call that would ask nobody still waits for a signature', async () => {
    const waiting = await waitForWrite();
    const { digest } = await replace(waiting, { ...edited, path: 'free.txt' });
    expect((await bench.drive(waiting.id)).state.status).toBe('awaiting_approval');
    await decide(waiting, digest);
    await bench.untilIdle();
    expect(await bench.read('free.txt')).toBe(edited.content);
  });

  it('it survives a restart, and the events add up to the run', async () => {
    const waiting = await waitForWrite();
    const { digest } = await replace(waiting);
    await bench.restart();
    const run = await current(waiting);
    expect((await loadTimeline(bench.services(), run)).run.state).toEqual(run.state);
    expect(await digestOf(waiting)).toBe(digest);
    await decide(waiting, digest);
    await bench.untilIdle();
    expect(await bench.read('b.txt')).toBe(edited.content);
    expect(await startsOf(waiting)).toBe(1);
  });
});

describe('a replacement is refused, and the request stays as it was,', () => {
  it.each([
    ['the policy denies', { ...edited, path: 'denied.txt' }, 'Careful with denied.txt.'],
    ['the tool does not take', { path: 'b.txt' }, 'content'],
    ['cannot work', { ...edited, path: 'a-folder' }, 'folder'],
  ])('for a call that %s', async (_, parameters, message) => {
    const waiting = await waitForWrite([]);
    await bench.write('a-folder/file.txt', '');
    await expect(replace(waiting, parameters as typeof edited)).rejects.toMatchObject({
      code: 'invalid_parameters',
      message: expect.stringContaining(message),
    });
    expect(await current(waiting)).toEqual(waiting);
    await reject(waiting);
  });

  it('for a call that a person refused earlier in the run', async () => {
    const waiting = await waitForWrite([call('write_file', { path: 'c.txt', content: 'c' })]);
    await bench.decide(waiting, { decision: 'reject_with_guidance', guidance: 'Use c.txt.' }, ben);
    await bench.untilIdle();
    const next = await current(waiting);
    const { callHash } = await view(next);
    await expect(replace(next, asked, callHash)).rejects.toMatchObject({ code: 'invalid_parameters' });
    await reject(next);
  });

  it('after the decision', async () => {
    const waiting = await waitForWrite();
    await decide(waiting, await digestOf(waiting));
    await bench.untilIdle();
    await expect(replace(waiting)).rejects.toMatchObject({ code: 'already_decided' });
    expect(await bench.read('a.txt')).toBe(asked.content);
  });

  it('after its time is over', async () => {
    bench = await openWorkbench([call('write_file', asked)]);
    const waiting = await bench.drive(await bench.create({ approvalExpiresAfterMs: 1_000 }));
    bench.skip(2_000);
    await expect(replace(waiting)).rejects.toMatchObject({ code: 'already_decided' });
    expect((await current(waiting)).state.status).toBe('expired');
  });

  it('when another person replaced the call first', async () => {
    const waiting = await waitForWrite([]);
    const results = await Promise.allSettled([
      replace(waiting),
      replace(waiting, { path: 'c.txt', content: 'c' }),
    ]);
    const [won] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const [lost] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(lost).toMatchObject({
      code: 'target_changed',
      details: { approval: { callHash: won?.callHash, digest: won?.digest } },
    });
    await reject(waiting);
  });

  it('and changes nothing when the call is the same', async () => {
    const waiting = await waitForWrite([]);
    await replace(waiting, asked);
    expect(await current(waiting)).toEqual(waiting);
    await reject(waiting);
  });
});

describe('at the same time', () => {
  it.each(['replacement', 'signature'])(
    'exactly one of a replacement and a signature wins, the %s asked first',
    async (first) => {
      const waiting = await waitForWrite();
      const digest = await digestOf(waiting);
      const acts = [() => replace(waiting), () => decide(waiting, digest)];
      if (first === 'signature') acts.reverse();
      const results = await Promise.allSettled(acts.map((act) => act()));
      const [lost, ...others] = results.filter(({ status }) => status === 'rejected');
      expect(others).toEqual([]);
      const isReplaced = (await eventsOf(waiting)).some(({ type }) => type === 'call_replaced');
      expect(lost).toMatchObject({ reason: { code: isReplaced ? 'target_changed' : 'already_decided' } });
      if (isReplaced) await decide(waiting, await digestOf(waiting));
      await bench.untilIdle();
      expect(await bench.read(isReplaced ? 'b.txt' : 'a.txt')).toBe((isReplaced ? edited : asked).content);
      expect(await startsOf(waiting)).toBe(1);
    },
  );

  describe('a replacement between the two reads of a request and its run', () => {
    /** Replaces the call when the use case, which has read the request, reads the run. */
    const replacing = (run: Run) => {
      const services = bench.services();
      let isReplaced = false;
      const find: typeof services.runs.find = async (id) => {
        if (!isReplaced) await replace(run);
        isReplaced = true;
        return services.runs.find(id);
      };
      return { ...services, runs: { ...services.runs, find } };
    };

    it('shows one call with its own preview and digest', async () => {
      const waiting = await waitForWrite([]);
      const before = await view(waiting);
      const seen = await getApproval(replacing(waiting), ben, { approvalId: idOf(waiting) });
      expect(seen).toMatchObject({ digest: before.digest, preview: before.preview, callHash: hashOf(asked) });
      expect(seen.parameters).toEqual(before.parameters);
      await reject(waiting);
    });

    it('is no damage for an approval, which gets the new request', async () => {
      const waiting = await waitForWrite([]);
      const approved = { approvalId: idOf(waiting), ...approve, digest: await digestOf(waiting) };
      await expect(decideApproval(replacing(waiting), ben, approved)).rejects.toMatchObject({
        code: 'target_changed',
        details: { approval: { callHash: hashOf(edited) } },
      });
      await reject(waiting);
    });

    it('is no damage for a refusal, which counts', async () => {
      const waiting = await waitForWrite([]);
      const refused = { approvalId: idOf(waiting), decision: 'reject' } as const;
      expect(await decideApproval(replacing(waiting), ben, refused)).toMatchObject({ status: 'rejected' });
    });
  });

  it('a refusal ends the wait, whichever call it meets', async () => {
    const waiting = await waitForWrite([]);
    const [refused] = await Promise.allSettled([reject(waiting), replace(waiting)]);
    expect(refused).toMatchObject({ status: 'fulfilled', value: { status: 'rejected' } });
    expect((await current(waiting)).state.status).toBe('rejected');
  });
});
