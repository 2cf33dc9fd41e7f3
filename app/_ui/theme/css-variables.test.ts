import { readFileSync } from 'node:fs';
import { DEFAULT_THEME } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables } from './css-variables';
import { theme } from './theme';

const resolved = cssVariables(DEFAULT_THEME);
const light: Record<string, string> = { ...resolved.light };
const dark: Record<string, string> = { ...resolved.dark };
const backgrounds = [
  '--sheet',
  '--well',
  '--added-soft',
  '--added-strong',
  '--removed-soft',
  '--removed-strong',
];

describe.each(Object.entries({ light, dark }))('in the %s', (_, colors) => {
  const onCode = Object.keys(colors).filter((name) => name.startsWith('--code-') && name !== '--code-soft');

  it.each([...onCode, '--mantine-color-text'])('%s can be read on every ground of code', (name) => {
    for (const ground of backgrounds) {
      expect(contrast(colors[name] ?? '', colors[ground] ?? ''), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('line numbers and notes can be read', () => {
    for (const ground of backgrounds.filter((name) => !name.endsWith('-strong'))) {
      expect(contrast(colors['--mantine-color-dimmed'] ?? '', colors[ground] ?? '')).toBeGreaterThan(4.5);
    }
  });
});

it('light and dark have colors for the same roles', () => {
  const roles = (colors: Record<string, string>) =>
    Object.keys(colors).filter((name) => !name.startsWith('--mantine'));
  expect(roles(light)).toEqual(roles(dark));
});

it('in the dark, the edge of a segmented control is seen on its track and on every ground', () => {
  const css = readFileSync('app/_ui/theme/global.css', 'utf8');
  const [, rule = ''] = /"dark"\] \.mantine-SegmentedControl-root \{([^}]*)\}/.exec(css) ?? [];
  const [, shade] = /outline: .*--mantine-color-dark-(\d)/.exec(rule) ?? [];
  const shades = theme.colors?.['dark'] ?? [];
  const track = shades[8] ?? '';
  for (const ground of [
    track,
    ...['--mantine-color-body', '--sheet', '--well'].map((name) => dark[name] ?? ''),
  ])
    expect(contrast(shades[Number(shade)] ?? '', ground), ground).toBeGreaterThanOrEqual(3);
});

/** Computes the contrast that WCAG defines. */
function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
