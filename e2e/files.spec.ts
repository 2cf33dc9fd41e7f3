import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { approve, ask } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

const { app, model, http } = openSharedApp();

const inWorkspace = (name: string) => path.join(app.workspaceDir, name);
const rawOf = (name: string, more = '') => `/api/files/raw?path=${encodeURIComponent(name)}${more}`;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.describe('the raw bytes of a file', () => {
  /** These documents would run a script if a browser opened them in our origin. */
  const attacks = [
    '<!doctype html><script>fetch("/api/conversations")</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>',
    'GIF89a/*<html><script>*/=1;alert(1)//</script>',
    '\x89PNG\r\n\x1a\n<html><script>alert(1)</script>',
    '%PDF-1.4 <script>',
    'alert(1)',
  ];

  test('never act as a page of ours, whatever the file’s name and content', tour, async () => {
    const name = fc
      .tuple(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        fc.constantFrom('.html', '.svg', '.xhtml', '.js', '.png', '.pdf', '', '.html.png', '.htm;.gif'),
      )
      .map((parts) => parts.join(''))
      .filter((text) => !/[/\\\p{C}]/u.test(text) && !/^\.{1,2}$|^~$|^[A-Za-z]:/.test(text));
    await mkdir(inWorkspace('attack'), { recursive: true });
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(...attacks), fc.boolean(), async (name, content, isDownload) => {
        await writeFile(inWorkspace(`attack/${name}`), content, 'latin1');
        const response = await app.fetch(`${rawOf(`attack/${name}`, isDownload ? '&download=1' : '')}`);
        const { headers } = response;
        expect(response.status).toBe(200);
        expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(content);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
        const isPicture = content.startsWith('GIF89a') || content.startsWith('\x89PNG');
        const disposition = isPicture && !isDownload ? 'inline' : 'attachment';
        expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}; filename="`));
        expect(headers.get('content-type')).toMatch(
          isPicture ? /^image\/(?:gif|png)$/ : /^application\/octet-stream$/,
        );
      }),
      { numRuns: 60 },
    );
  });

  test('come from the workspace only', async () => {
    const outside = path.join(app.dataDir, 'secret.key');
    await writeFile(path.join(app.dataDir, '../outside.txt'), 'top secret');
    await symlink(outside, inWorkspace('key-link'));
    await symlink(app.dataDir, inWorkspace('data-link'));
    const part = fc.constantFrom('..', '..%2f..', '%2e%2e', '.', 'notes', 'data', 'data-link', '%00', '');
    const end = fc.constantFrom('secret.key', 'outside.txt', 'countersign.db', 'key-link', 'etc/passwd');
    const separator = fc.constantFrom('/', '%2f', '%5c', '%252f', '%c0%af', '/../', '//');
    const query = fc
      .tuple(fc.array(fc.tuple(part, separator), { maxLength: 5 }), end)
      .map(([parts, end]) => parts.flat().join('') + end);
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom('/raw', '', '/paths'), async (query, route) => {
        const name = route === '/paths' ? 'text' : 'path';
        const { status, text } = await http.get(`/api/files${route}?${name}=${query}`);
        expect(text).not.toMatch(/top secret|SQLite format|root:/);
        if (route === '/paths') expect(JSON.parse(text).typed.state).toMatch(/^(?:absent|refused)$/);
        else expect([400, 403, 404], query).toContain(status);
      }),
      { numRuns: 150 },
    );
    expect((await http.get('/api/files?path=')).text).not.toContain('top secret');
  });

  test('support ranges, and arrive completely for a large file', async () => {
    const large = Buffer.alloc(7_000_000, 'countersign ');
    await writeFile(inWorkspace('large.bin'), large);
    const whole = await app.fetch(`${rawOf('large.bin')}`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
    const part = await app.fetch(`${rawOf('large.bin')}`, {
      headers: { range: 'bytes=6999990-' },
    });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 6999990-6999999/7000000',
      large.subarray(-10).toString(),
    ]);
    const beyond = await app.fetch(`${rawOf('large.bin')}`, {
      headers: { range: 'bytes=7000000-' },
    });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */7000000']);
    const head = await app.fetch(`${rawOf('large.bin')}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('accept-ranges'), await head.text()]).toEqual([200, 'bytes', '']);
  });
});

test.describe('the entry at a path', () => {
  test('a text comes up to its first megabyte, a folder with sizes, a picture as its kind', async () => {
    await writeFile(inWorkspace('long.log'), 'a line of a log\n'.repeat(100_000));
    const { json: long } = await http.get('/api/files?path=long.log');
    expect(long).toMatchObject({ kind: 'file', size: 1_600_000, content: { isWhole: false, lines: null } });
    expect(long.content.text.length).toBe(1_000_000);
    await writeFile(inWorkspace('dot.png'), png);
    expect((await http.get('/api/files?path=dot.png')).json.content).toEqual({
      kind: 'image',
      type: 'image/png',
    });
    const { json: root } = await http.get('/api/files');
    expect(root.entries).toContainEqual(
      expect.objectContaining({ path: 'long.log', kind: 'file', size: 1_600_000 }),
    );
  });

  test('a missing entry is a 404 that names the nearest folder, and a link is refused', async () => {
    const { status, json } = await http.get('/api/files?path=notes/none/at-all.md');
    expect([status, json.error.code, json.error.folder]).toEqual([404, 'not_found', 'notes']);
    await link(inWorkspace('README.md'), inWorkspace('second-name.md'));
    expect((await http.get('/api/files?path=second-name.md')).status).toBe(200);
    await symlink(inWorkspace('README.md'), inWorkspace('soft-link.md'));
    const refused = await http.get('/api/files?path=soft-link.md');
    expect([refused.status, refused.json.error.code]).toEqual([403, 'path_refused']);
  });

  test('other methods are refused', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const route of ['/api/files', '/api/files/raw', '/api/files/paths']) {
        const response = await app.fetch(`${route}?path=README.md`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        expect([response.status, response.headers.get('allow')], `${method} ${route}`).toEqual([
          405,
          'GET, HEAD',
        ]);
      }
  });
});

test.describe('in the browser', () => {
  test('a file opens, its folder is one click away, and a change shows on return', tour, async ({ page }) => {
    await writeFile(inWorkspace('notes/a #1? 100%.md'), '# First\n\nSee [the readme](../README.md).\n');
    await page.goto(`${app.baseURL}/files?path=${encodeURIComponent('notes/a #1? 100%.md')}`);
    await expect(page.getByRole('heading', { name: 'First' })).toBeVisible();
    await writeFile(
      inWorkspace('notes/a #1? 100%.md'),
      '# Second version\n\nSee [the readme](../README.md).\n',
    );
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByRole('heading', { name: 'Second version' })).toBeVisible();
    await expect(page.getByText('The file changed while you had it open')).toBeVisible();
    await page.getByRole('link', { name: 'the readme' }).click();
    await expect(page.getByRole('heading', { name: 'README.md' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Files' }).click();
    await page.getByRole('link', { name: /^notes/ }).click();
    await expect(page.getByRole('link', { name: /a #1\? 100%\.md/ })).toBeVisible();
  });

  test('a run links the files it touches and ends with those it changed', tour, async ({ page }) => {
    model.script(
      call('read_file', { path: 'README.md' }),
      call('write_file', { path: 'made/by run.md', content: 'one\ntwo\n' }),
      'I wrote `made/by run.md` after README.md.',
    );
    await ask(page, app.baseURL, 'Read and write');
    await approve(page);
    const files = page.getByRole('region', { name: 'Changed files' });
    await expect(files).toContainText('made/by run.md');
    await expect(files).toContainText('Created +2');
    const steps = page.getByRole('list', { name: 'Steps' });
    await expect(steps.getByRole('link', { name: 'README.md' })).toHaveAttribute(
      'href',
      '/files?path=README.md',
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'made/by run.md' })).toHaveCount(4);
    await files.getByRole('button', { name: 'View changes to made/by run.md' }).click();
    await expect(files.getByRole('table', { name: /made\/by run\.md/ })).toContainText('two');
    await files.getByRole('link', { name: 'Open made/by run.md' }).click();
    await expect(page.getByRole('heading', { name: 'by run.md' })).toBeVisible();
  });

  test(
    'a path field completes, says whether the path exists, and never blocks a start',
    tour,
    async ({ page }) => {
      await page.goto(`${app.baseURL}/workflows/summarize-document`);
      const field = page.getByRole('combobox', { name: /^Document/ });
      await field.fill('not');
      await page
        .getByRole('option', { name: /^notes\// })
        .first()
        .click();
      await expect(field).toHaveValue('notes/');
      await expect(page.getByText('This is a folder, not a file.')).toBeVisible();
      await expect(page.getByRole('option', { name: /^notes\/./ }).first()).toBeVisible();
      await field.fill('README.md');
      await expect(page.getByText(/^Exists \(/)).toBeVisible();
      await field.fill('none.md');
      await expect(page.getByText('Does not exist.')).toBeVisible();
      model.script('There is no such file.');
      await page.getByRole('button', { name: 'Start' }).click();
      await expect(page.getByText('There is no such file.')).toBeVisible();
    },
  );
});

test('paper has every row of a table, and says which columns it leaves out', async ({ page }) => {
  const row = (first: string) =>
    [first, ...Array.from({ length: 29 }, (_, column) => `c${column}`)].join(',');
  const rows = Array.from({ length: 300 }, (_, index) => row(`row ${index + 1}`));
  await writeFile(inWorkspace('paper.csv'), [row('name'), ...rows].join('\n'));
  await page.goto(`${app.baseURL}/files?path=paper.csv`);
  const table = page.getByRole('table', { name: 'paper.csv' });
  const last = table.getByRole('cell', { name: 'row 300', exact: true });
  await expect(table.getByRole('cell', { name: 'row 1', exact: true })).toBeVisible();
  await expect(last).toHaveCount(0);

  // The browser does the same: it sends the event, then counts the pages. A render a moment later would be
  // too late.
  const drawn = await page.evaluate(async () => {
    window.dispatchEvent(new Event('beforeprint'));
    await Promise.resolve();
    return document.querySelectorAll('main table tbody tr').length;
  });
  expect(drawn).toBe(300);
  await page.emulateMedia({ media: 'print' });
  await expect(last).toBeVisible();
  await expect(page.getByText('300 rows · 30 columns (the first 20 are printed)')).toBeVisible();
  const { scrollWidth, clientWidth } = await table.evaluate(({ scrollWidth, parentElement }) => ({
    scrollWidth,
    clientWidth: parentElement?.clientWidth ?? 0,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(last).toHaveCount(0);
});
