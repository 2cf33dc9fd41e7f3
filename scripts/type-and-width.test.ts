import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_THEME } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { cssVariables } from '../app/_ui/theme/css-variables';
import { theme } from '../app/_ui/theme/theme';

const variables: Record<string, string> = { ...cssVariables(DEFAULT_THEME).variables };
const sizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl'].map((name) => `var(--text-${name})`);
const widths = ['page', 'reading', 'field'].map((name) => `var(--${name}-width)`);
const units = ['px', 'rem', 'em', 'pt', 'ch'];
const lengths = units.map((unit) => `1.25${unit}`);

const freeSizes = [
  ...lengths,
  'small',
  '90%',
  'calc(var(--text-xs) - 1px)',
  'var(--mantine-font-size-sm)',
  'var(--text-3xl)',
  'clamp(1rem, 2vw, 2rem)',
];
const freeWidths = [...lengths, 'min(40rem, 90%)', 'min(34rem, calc(100vw - 2rem))', 'max(20em, 10vw)'];

const badStyles = [
  ...freeSizes.map((value) => `font-size: ${value};`),
  'font: 12px serif;',
  'font: italic var(--text-sm) serif;',
  ...freeWidths.flatMap((value) => [`max-width: ${value};`, `max-inline-size: ${value};`]),
];
const goodStyles = [
  ...[...sizes, 'inherit'].map((value) => `font-size: ${value};`),
  'font: inherit;',
  ...[
    ...widths,
    'none',
    '90%',
    'min(var(--reading-width), 90%)',
    'calc(100vw - 1.5rem)',
    'calc(100% + 0.5rem)',
  ].map((value) => `max-width: ${value};`),
];
const badProps = [
  ...freeSizes.map((value) => `<p style={{ fontSize: '${value}' }} />`),
  ...freeWidths.map((value) => `<p style={{ maxWidth: '${value}' }} />`),
  '<p style={{ fontSize: 12 }} />',
  '<Text fz="h3" />',
  '<Text fz={12} />',
  ...lengths.map((value) => `<Text maw="${value}" />`),
  '<Text maw={300} />',
];
const goodProps = [
  ...sizes.map((value) => `<p style={{ fontSize: '${value}' }} />`),
  '<Text fz="sm" />',
  ...widths.flatMap((value) => [`<Text maw="${value}" />`, `<p style={{ maxWidth: '${value}' }} />`]),
];

describe('the lint', () => {
  test.each([
    ['style sheets', 'app/_ui/probe.module.css', badStyles.map((style) => `.a { ${style} }`)],
    ['elements', 'app/_ui/probe.tsx', badProps.map((element) => `export const A = () => ${element};`)],
  ])('refuses every other size and width in %s', (_, file, lines) => {
    const refused = linesRefused(file, lines);
    expect(lines.filter((_line, at) => !refused.has(at + 1))).toEqual([]);
  });

  test.each([
    ['style sheets', 'app/_ui/probe.module.css', goodStyles.map((style) => `.a { ${style} }`)],
    ['elements', 'app/_ui/probe.tsx', goodProps.map((element) => `export const A = () => ${element};`)],
  ])('accepts the tokens in %s', (_, file, lines) => {
    const refused = linesRefused(file, lines);
    expect(lines.filter((_line, at) => refused.has(at + 1))).toEqual([]);
  });
});

test('the lint refuses a comment that is wider than 120 columns', () => {
  const isRefused = (width: number, before: string, after: string) => {
    const line = before.padEnd(width - after.length, 'x') + after;
    return linesRefused('lib/probe.ts', ['export {};', line, 'export {};']).size > 0;
  };
  expect([isRefused(121, '/** ', ' */'), isRefused(121, '  // ', '')]).toEqual([true, true]);
  expect([isRefused(110, '/** ', ' */'), isRefused(110, '  // ', '')]).toEqual([false, false]);
});

test('there are six sizes and two widths of content', () => {
  const names = Object.keys(variables);
  expect(names.filter((name) => name.startsWith('--text-')).map((name) => `var(${name})`)).toEqual(sizes);
  expect(new Set(sizes.map((size) => variables[size.slice(4, -1)])).size).toBe(6);
  expect(names).toEqual(expect.arrayContaining(['--page-width', '--reading-width']));
});

test('the components and headings of Mantine have no other sizes', () => {
  const headings = Object.values(theme.headings?.sizes ?? {}).map((size) => size?.fontSize);
  const used = [...Object.values(theme.fontSizes ?? {}), ...headings];
  expect(headings).toHaveLength(6);
  expect(used.filter((size) => !sizes.includes(String(size)))).toEqual([]);
});

/** Returns the numbers of the lines that our plugins refuse with this project's lint settings. */
function linesRefused(file: string, lines: string[]): Set<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-lint-'));
  try {
    cpSync('biome.json', path.join(folder, 'biome.json'));
    cpSync('scripts/lint', path.join(folder, 'scripts/lint'), { recursive: true });
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${lines.join('\n')}\n`);
    const biome = path.resolve('node_modules/.bin/biome');
    const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', '.'];
    const { stdout } = spawnSync(biome, options, { cwd: folder, encoding: 'utf8' });
    const report: { diagnostics: { category: string; location: { start: { line: number } } }[] } =
      JSON.parse(stdout);
    const ours = report.diagnostics.filter(({ category }) => category === 'plugin');
    return new Set(ours.map(({ location }) => location.start.line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
