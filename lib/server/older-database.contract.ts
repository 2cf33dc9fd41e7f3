import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLosses } from '../../tests/find-losses';
import { openFixtureApp } from '../../tests/open-fixture-app';
import { openRoutes } from '../../tests/open-routes';
import type { ApprovalView } from '../contracts/approvals';
import type { ModelSettings } from '../contracts/settings';

type Header = {
  status: string;
  isActive: boolean;
  approvalId: string | null;
  outcome: { kind: string } | null;
};

/**
 * Opens a database that an older build made (docs/recipes.md) with this build, and uses it through the HTTP API.
 * A process has one app, so each fixture has a test file of its own.
 * `modelId` is the id of its saved model. A build that signs a digest has one in each decision.
 */
export function testOlderDatabase(
  name: string,
  { modelId, signsDigest }: { modelId: string; signsDigest: boolean },
): void {
  let fixture: Awaited<ReturnType<typeof openFixtureApp>>;
  const send = openRoutes(process.cwd());

  async function headerOf(runId: string): Promise<Header> {
    const { json } = await send('GET', `/api/runs/${runId}`);
    return (json as { header: Header }).header;
  }

  async function untilEnded(runId: string): Promise<Header> {
    for (;;) {
      const header = await headerOf(runId);
      if (!header.isActive) return header;
      await sleep(10);
    }
  }

  async function decide(runId: string, body: { decision: string; reason?: string }): Promise<Header> {
    const { approvalId } = await headerOf(runId);
    const { json } = await send('GET', `/api/approvals/${approvalId}`);
    const { digest } = json as { digest: string };
    const signed = body.decision === 'approve' ? { ...body, digest } : body;
    expect(await send('POST', `/api/approvals/${approvalId}/decision`, signed)).toMatchObject({
      status: 200,
    });
    return untilEnded(runId);
  }

  describe('a database of an older build', () => {
    beforeAll(async () => {
      fixture = await openFixtureApp(name);
    });
    afterAll(() => fixture.close());

    it('shows everything that the older build showed', async () => {
      const { story, views } = fixture.recorded;
      const moved = Object.values(story.unfinished).flatMap(({ runId, conversationId }) => [
        runId,
        conversationId,
      ]);
      const isMoved = (entry: Record<string, unknown>) => moved.includes(String(entry['id']));
      expect(Object.keys(views).length).toBeGreaterThan(30);
      for (const [address, before] of Object.entries(views)) {
        const json = (await send('GET', address)).json as Partial<ApprovalView>;
        // The fixture lies in a new folder, which is another one for a call that was judged for its folder.
        const { targetChange, digest } = json;
        const isElsewhere = targetChange?.message === 'The workspace folder is now another folder.';
        const expected = isElsewhere ? Object.assign({}, before, { targetChange, digest }) : before;
        expect(findLosses(expected, json, isMoved, address)).toEqual([]);
      }
    });

    it('lists each of its decisions with its author, and none for a request that waits', async () => {
      const shown = (await send('GET', '/api/approvals?status=decided')).json as {
        approvals: { id: string }[];
      };
      const waiting = (await send('GET', '/api/approvals?status=pending')).json as {
        approvals: { id: string }[];
      };
      expect(waiting.approvals.length).toBeGreaterThan(2);
      const statuses = new Set<string>();
      for (const { id } of [...shown.approvals, ...waiting.approvals]) {
        const view = (await send('GET', `/api/approvals/${id}`)).json as ApprovalView;
        const { status, decidedBy: by, decidedAt: at, reason } = view;
        statuses.add(status);
        const digest = signsDigest ? expect.stringMatching(/^[0-9a-f]{64}$/) : null;
        const isUndecided = status === 'pending' || status === 'withdrawn';
        expect(view.decisions).toEqual(isUndecided ? [] : [{ decision: status, by, reason, digest, at }]);
      }
      expect(statuses).toContain('approved');
      expect(statuses).toContain('rejected');
    });

    it('finishes the runs that the crash cut off between two steps', async () => {
      const { answering, queued } = fixture.recorded.story.unfinished;
      expect((await untilEnded(answering.runId)).outcome).toMatchObject({ kind: 'completed' });
      expect((await untilEnded(queued.runId)).outcome).toMatchObject({ kind: 'completed' });
      expect(await fixture.read('notes/2026-11-22 Written after the crash.md')).toContain('Thursday');
    });

    it('runs a waiting call once it is approved, and never runs a rejected one', async () => {
      const { write, command, refused } = fixture.recorded.story.waiting;
      expect((await decide(write.runId, { decision: 'approve' })).outcome).toMatchObject({
        kind: 'completed',
      });
      expect(await fixture.read('tasks.md')).toContain('Märzenbecher');
      expect((await decide(command.runId, { decision: 'approve' })).outcome).toMatchObject({
        kind: 'completed',
      });
      expect(await fixture.read('signed.txt')).toContain('signed');
      const rejected = await decide(refused.runId, { decision: 'reject', reason: 'No.' });
      expect(rejected.outcome).toMatchObject({ kind: 'rejected', reason: 'No.' });
      await expect(fixture.read('refused.md')).rejects.toThrow('ENOENT');
    });

    it('accepts the answer about a step with an unknown outcome', async () => {
      const { cutOff } = fixture.recorded.story;
      expect((await headerOf(cutOff)).status).toBe('outcome_unknown');
      const settled = await send('POST', `/api/runs/${cutOff}/outcome`, {
        choice: 'worked',
        result: 'It slept.',
      });
      expect(settled.status).toBe(200);
      expect((await untilEnded(cutOff)).outcome).toMatchObject({ kind: 'completed' });
    });

    it('decrypts the API key', async () => {
      expect(await fixture.app.services.settings.readModels()).toMatchObject({
        models: [{ apiKey: 'sk-fake-key-of-the-fixture-0123456789', lostKey: null }],
      });
    });

    it('has its one model as the first saved one, which stays the default beside a second', async () => {
      const first = (await send('GET', '/api/settings/model')).json as ModelSettings;
      expect(first.models.map(({ id, isDefault }) => [id, isDefault])).toEqual([
        [modelId, true],
        ['demo', false],
      ]);
      const added = await send('POST', '/api/settings/models', {
        provider: 'openai_compatible',
        baseUrl: 'http://127.0.0.1:10/v1',
        model: 'second',
      });
      const { name, models } = added.json as ModelSettings;
      expect([name, models.map((model) => model.name)]).toEqual([
        'small at 127.0.0.1:9',
        ['small at 127.0.0.1:9', 'second at 127.0.0.1:10', 'Demo (scripted, no AI)'],
      ]);
      expect(await fixture.app.services.settings.readModels()).toMatchObject({
        models: [{ id: modelId, apiKey: 'sk-fake-key-of-the-fixture-0123456789' }, { apiKey: null }],
      });
    });

    it('keeps a deleted conversation deleted', async () => {
      const { runId, conversationId } = fixture.recorded.story.deleted;
      expect(await send('GET', `/api/conversations/${conversationId}`)).toMatchObject({ status: 404 });
      expect(await send('GET', `/api/runs/${runId}`)).toMatchObject({ status: 404 });
    });
  });
}
