import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { runStatus } from '@/lib/contracts/runs';
import { RunRow } from './run-row';

const listed = (changes: Partial<ConversationSummary>): ConversationSummary => ({
  id: 'cnv_1',
  title: 'Tidy up',
  startedBy: 'You',
  isYours: true,
  isPrivate: false,
  workspaceId: 'main',
  needsYou: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  lastRunStatus: null,
  lastRunStatusText: null,
  lastRunLine: null,
  lastRunException: null,
  lastRunIcon: null,
  lastRunDamage: null,
  excerpt: null,
  ...changes,
});

const draw = (changes: Partial<ConversationSummary>, search = '') => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RunRow conversation={listed(changes)} search={search} />
    </MantineProvider>,
  );
  return html.slice(html.indexOf('<a '));
};
const words = (html: string) => html.replace(/<svg.*?<\/svg>/g, '').replace(/<[^>]*>/g, '|');

it.each(runStatus.options)(
  'a run that is %s has a dot and says its state to a screen reader once',
  (lastRunStatus) => {
    const html = draw({ lastRunStatus, lastRunStatusText: 'The state', lastRunLine: 'The line' });
    expect(html.match(/class="[^"]*dot/g)).toHaveLength(1);
    expect(words(html).match(/The state/g)).toHaveLength(1);
  },
);

it('an exception is said in its own words, once', () => {
  const html = draw({
    lastRunStatus: 'cancelled',
    lastRunStatusText: 'Stopped',
    lastRunException: 'Stopped',
  });
  expect(words(html).match(/Stopped/g)).toHaveLength(1);
});

it('without a run it has no dot', () => {
  expect(draw({})).not.toMatch(/class="[^"]*dot/);
});

it('the place that a search found takes the place of the result, with the match marked', () => {
  const html = draw({ lastRunLine: 'The line', excerpt: 'a zebra crossing' }, 'zebra');
  expect(html).not.toContain('The line');
  expect(html).toMatch(/<mark[^>]*>zebra<\/mark>/);
});

it('damage is told where the result would be', () => {
  const html = draw({ lastRunDamage: { id: 'run_1', message: 'This run is damaged.' } });
  expect(html).toContain('This run is damaged.');
});

it('a private conversation says so, and one of someone else names who started it', () => {
  expect(draw({ isPrivate: true })).toMatch(/<svg[^>]*aria-label="Private"/);
  expect(draw({})).not.toContain('Private');
  expect(words(draw({ isYours: false, startedBy: 'Ann' }))).toContain('Ann');
  expect(words(draw({ startedBy: 'Ann' }))).not.toContain('Ann');
});
