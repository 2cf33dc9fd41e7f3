import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { run } from '../scripts/lib/command.mjs';
import { figure } from './figure';

/**
 * Runs Lighthouse on the built app with its desktop preset. It fetches Lighthouse, which is no dependency.
 * Performance means something only on an idle machine.
 */
const lighthouse = 'lighthouse@12.8.2';
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const runsPerPage = 3;
const triesPerRun = 3;

type Category = (typeof categories)[number];
type Audit = { title: string; displayValue?: string; score: number | null };
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

const browser = await findBrowser();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-lighthouse-'));
const app = await startApp();
try {
  for (const [page, where] of Object.entries(await preparePages())) {
    const reports: Report[] = [];
    while (reports.length < runsPerPage) reports.push(await measure(page, `${app.baseURL}${where}`));
    reports.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
    const report = reports[Math.floor(runsPerPage / 2)] as Report;
    for (const category of categories) {
      figure(`${page}: ${category}`, scoreOf(report, category), '', { least: 95 });
      if (scoreOf(report, category) < 95) console.error(reasons(report, category));
    }
  }
} finally {
  await app.dispose();
  await rm(folder, { recursive: true, force: true });
}

/** Creates a finished conversation, and another one with an open request. */
async function preparePages(): Promise<Record<string, string>> {
  const http = httpClient(app);
  const start = async () => {
    const path = 'notes/meeting-2026-10-02.md';
    const { runId, conversationId } = await http.start('notes-to-tasks', { path });
    const { header } = await http.until(runId, 'awaiting_approval');
    return { runId, conversationId, approvalId: header.approvalId as string };
  };
  const ended = await start();
  await http.approve(ended.approvalId);
  await http.until(ended.runId, 'completed');
  await start();
  return { home: '/', conversation: `/conversations/${ended.conversationId}`, approvals: '/approvals' };
}

function scoreOf(report: Report, category: Category): number {
  return Math.round((report.categories[category].score ?? 0) * 100);
}

/** Runs Lighthouse once. It tries again when the browser returns no trace, which happens sometimes. */
async function measure(page: string, url: string): Promise<Report> {
  const file = path.join(folder, `${page}.json`);
  const flags = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const options = [
    '--preset=desktop',
    `--only-categories=${categories.join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    `--extra-headers=${JSON.stringify(app.ownerHeaders())}`,
    `--chrome-flags=${flags.join(' ')}`,
    '--quiet',
  ];
  let problem = '';
  for (let tries = 0; tries < triesPerRun; tries += 1) {
    const { code, output } = await run('npx', ['--yes', lighthouse, url, ...options], {
      quiet: true,
      env: { CHROME_PATH: browser },
    });
    if (code === 0) return JSON.parse(await readFile(file, 'utf8')) as Report;
    problem = output;
  }
  throw new Error(`Lighthouse could not look at ${url}:\n${problem}`);
}

/** Lists the audits that cost points. */
function reasons(report: Report, category: Category): string {
  return report.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.95)
    .map(({ id }) => `    ${report.audits[id]?.title} ${report.audits[id]?.displayValue ?? ''}`)
    .join('\n');
}
