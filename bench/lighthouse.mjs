/**
 * Runs Lighthouse on the built app with its desktop preset: `npx tsx bench/lighthouse.mjs` after
 * `npm run build`. It fetches Lighthouse, which is no dependency. Bar: performance, accessibility and best
 * practices of 95 or better, in the median of three runs. Performance means something only on an idle
 * machine, so the command prints the load too.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { run } from '../scripts/lib/command.mjs';

const lighthouse = 'lighthouse@12.8.2';
const categories = ['performance', 'accessibility', 'best-practices'];
const bar = 95;
const runsPerPage = 3;
const triesPerRun = 3;

const browser = await findBrowser();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-lighthouse-'));
const app = await startApp();
const missed = [];
try {
  const pages = await preparePages();
  console.log(`${'page'.padEnd(22)}${categories.map((category) => category.padStart(16)).join('')}`);
  for (const [name, where] of Object.entries(pages)) {
    const reports = [];
    while (reports.length < runsPerPage) reports.push(await measure(name, `${app.baseURL}${where}`));
    reports.sort((one, other) => performanceOf(one) - performanceOf(other));
    const report = reports[Math.floor(runsPerPage / 2)];
    const scores = categories.map((category) => Math.round((report.categories[category].score ?? 0) * 100));
    console.log(`${name.padEnd(22)}${scores.map((score) => String(score).padStart(16)).join('')}`);
    for (const [index, score] of scores.entries()) {
      if (score < bar)
        missed.push(`${name}: ${categories[index]} ${score}\n${reasons(report, categories[index])}`);
    }
  }
} finally {
  await app.dispose();
  await rm(folder, { recursive: true, force: true });
}
console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores.`);
if (missed.length > 0) {
  console.error(`\nBelow ${bar}:\n${missed.join('\n')}`);
  process.exit(1);
}

/** Creates a finished conversation, and another one with an open request. */
async function preparePages() {
  const http = httpClient(app);
  const start = async () => {
    const { runId, conversationId } = await http.start('notes-to-tasks', {
      path: 'notes/meeting-2026-10-02.md',
    });
    const { header } = await http.until(runId, 'awaiting_approval');
    return { runId, conversationId, approvalId: header.approvalId };
  };
  const ended = await start();
  await http.post(`/api/approvals/${ended.approvalId}/decision`, { decision: 'approve' });
  await http.until(ended.runId, 'completed');
  await start();
  return { home: '/', conversation: `/conversations/${ended.conversationId}`, approvals: '/approvals' };
}

function performanceOf(report) {
  return report.categories.performance.score ?? 0;
}

/** Runs Lighthouse once. It tries again when the browser returns no trace, which happens sometimes. */
async function measure(name, url) {
  const file = path.join(folder, `${name}.json`);
  const flags = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const options = [
    '--preset=desktop',
    `--only-categories=${categories.join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${flags.join(' ')}`,
    '--quiet',
  ];
  let problem = '';
  for (let tries = 0; tries < triesPerRun; tries += 1) {
    const { code, output } = await run('npx', ['--yes', lighthouse, url, ...options], {
      quiet: true,
      env: { CHROME_PATH: browser },
    });
    if (code === 0) return JSON.parse(await readFile(file, 'utf8'));
    problem = output;
  }
  throw new Error(`Lighthouse could not look at ${url}:\n${problem}`);
}

/** Lists the audits that cost points, most expensive first. */
function reasons(report, category) {
  return report.categories[category].auditRefs
    .map(({ id, weight }) => ({ ...report.audits[id], weight }))
    .filter(({ score, weight }) => score !== null && score < 0.95 && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ title, displayValue, details }) => {
      const items = (details?.items ?? []).slice(0, 3).map((item) => JSON.stringify(item).slice(0, 200));
      return [`  ${title} ${displayValue ?? ''}`, ...items.map((item) => `    ${item}`)].join('\n');
    })
    .join('\n');
}
