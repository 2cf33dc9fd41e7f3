import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, type Request } from '@playwright/test';
import { launchOptions } from '../scripts/lib/browser.mjs';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

test.use({
  launchOptions: {
    ...launchOptions(),
    args: [...launchOptions().args, '--host-resolver-rules=MAP *.test 127.0.0.1'],
  },
});

let elsewhere: Server;
let port = 0;
let approvalId = '';
let runId = '';
let digest = '';

const { app, model, http } = openOwnApp();
test.beforeAll(async () => {
  model.script(call('write_file', { path: 'forged.txt', content: 'x' }));
  const started = await http.start('free-request', { request: 'Write' });
  const { header } = await http.until(started.runId, 'awaiting_approval');
  ({ approvalId } = header);
  ({ runId } = started);
  ({ digest } = (await http.get(`/api/approvals/${approvalId}/state`)).json);
  elsewhere = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Elsewhere</title><body>'),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  ({ port } = elsewhere.address() as AddressInfo);
});
test.afterAll(async () => {
  elsewhere.close();
});

/**
 * Tries every way in which a page can send something without asking. Each attempt says what came back, if the
 * page may see it.
 */
const attack = async ({
  base,
  approvalId,
  runId,
  digest,
}: Record<'base' | 'approvalId' | 'runId' | 'digest', string>) => {
  const seen: string[] = [];
  const decision = JSON.stringify({ decision: 'approve', digest });
  const attempt = async (name: string, act: () => unknown) => {
    try {
      const got = await act();
      if (got !== undefined && got !== null && got !== '') seen.push(`${name}: ${String(got).slice(0, 200)}`);
    } catch {
      // The browser refused the attempt.
    }
  };
  const decide = `${base}/api/approvals/${approvalId}/decision`;
  const types = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json; charset=utf-8',
  ];
  for (const mode of ['cors', 'no-cors'] as const)
    for (const type of types)
      for (const target of [decide, `${base}/api/runs/${runId}/stop`, `${base}/api/settings/general`])
        await attempt(`${mode} ${type}`, async () => {
          const request = { method: 'POST', mode, headers: { 'content-type': type }, body: decision };
          const answer = await fetch(target, { ...request, credentials: 'include' });
          return answer.type === 'opaque' ? '' : answer.text();
        });
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    await attempt(method, async () => (await fetch(decide, { method, body: decision })).text());
  for (const type of types)
    await attempt('beacon', () => void navigator.sendBeacon(decide, new Blob([decision], { type })));
  for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
    await attempt('form', () => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.name = `form-${enctype}`;
      const form = document.body.appendChild(document.createElement('form'));
      Object.assign(form, { method: 'post', action: decide, enctype, target: frame.name });
      const field = form.appendChild(document.createElement('input'));
      [field.name, field.value] = [`{"decision":"approve","digest":"${digest}","reason":"`, '"}'];
      form.submit();
    });
  for (const path of ['/api/approvals', '/api/health', `/api/runs/${runId}`, '/api/files?path=']) {
    await attempt(path, async () => (await fetch(base + path)).text());
    await attempt(`script ${path}`, () => {
      const script = document.body.appendChild(document.createElement('script'));
      return new Promise((resolve) => {
        script.onload = () => resolve('loaded');
        script.onerror = () => resolve('');
        script.src = base + path;
      });
    });
  }
  await attempt('stream', () => {
    const stream = new EventSource(`${base}/api/runs/${runId}/events`);
    return new Promise((resolve) => {
      stream.onmessage = ({ data }) => resolve(data);
      stream.onopen = () => resolve('open');
      stream.onerror = () => resolve('');
    });
  });
  await attempt('socket', () => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/api/runs/${runId}/events`);
    return new Promise((resolve) => {
      socket.onopen = () => resolve('open');
      socket.onmessage = ({ data }) => resolve(data);
      socket.onclose = () => resolve('');
    });
  });
  for (const path of [`/approvals/${approvalId}`, '/', '/api/health', '/no-such-page'])
    await attempt(`frame ${path}`, () => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      return new Promise((resolve) => {
        frame.onload = () => {
          // A refused frame has a document without an origin, which no page can read either.
          try {
            resolve(frame.contentDocument?.body.textContent);
          } catch {
            resolve('');
          }
        };
        frame.src = base + path;
      });
    });
  await attempt('window', async () => {
    const opened = window.open(`${base}/approvals/${approvalId}`);
    // The window begins empty and readable. Once it is out of reach, reading throws or it seems closed.
    let text = '';
    while (opened && !opened.closed && text === '') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      text = opened.document.body.textContent;
    }
    return text;
  });
  return seen;
};

/** Returns what the page saw, what its frames show of ours, and what became of the request. */
async function attackFrom(page: Page): Promise<unknown> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const seen = await page.evaluate(attack, { base: app.baseURL, approvalId, runId, digest });
  // No script learns when the server has answered a beacon or a form.
  await expect.poll(() => [...open].map((request) => request.url())).toEqual([]);
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const texts = await Promise.all(
    frames.map((frame) =>
      frame
        .locator('body')
        .textContent()
        .catch(() => ''),
    ),
  );
  const { status, decisions } = (await http.get(`/api/approvals/${approvalId}`)).json;
  return { seen, ours: texts.filter((text) => /Approve|forged|pending/.test(text ?? '')), status, decisions };
}
const nothing = { seen: [], ours: [], status: 'pending', decisions: [] };

for (const [name, address] of [
  ['another site', () => `http://evil.test:${port}/`],
  ['another port of this machine', () => `http://localhost:${port}/`],
] as const)
  test(`a page of ${name} reads, decides, stops and frames nothing`, async ({ page }) => {
    test.slow();
    await page.goto(address());
    expect(await attackFrom(page)).toEqual(nothing);
  });

test('a page without an origin reads, decides, stops and frames nothing', async ({ page }) => {
  test.slow();
  await page.goto(`data:text/html,<!doctype html><title>None</title><body>`);
  expect(await page.evaluate(() => window.origin)).toBe('null');
  expect(await attackFrom(page)).toEqual(nothing);
});

test('a name that was pointed at this machine shows nothing of it', async ({ page }) => {
  const answer = await page.goto(`http://rebound.test:${new URL(app.baseURL).port}/approvals`);
  expect(answer?.status()).toBe(421);
  const decided = await page.evaluate(
    async ({ approvalId, digest }) => {
      const answer = await fetch(`/api/approvals/${approvalId}/decision`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ decision: 'approve', digest }),
      }).catch(() => null);
      return answer?.status ?? null;
    },
    { approvalId, digest },
  );
  expect([421, null]).toContain(decided);
  expect((await http.get(`/api/approvals/${approvalId}`)).json.status).toBe('pending');
});

test('no kind of answer may be framed or sniffed', tour, async () => {
  for (const path of [
    '/',
    `/approvals/${approvalId}`,
    '/no-such-page',
    '/api/health',
    '/api/no-such-route',
    '/api/files/raw?path=README.md',
    '/_next/image?url=x',
    '/_next/static/none.js',
    '/manifest.webmanifest',
    '/icon.svg',
    '/a//b',
  ]) {
    const { headers } = await http.get(path);
    expect([path, headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual([
      path,
      'DENY',
      'nosniff',
    ]);
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});
