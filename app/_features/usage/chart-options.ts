import type { ChartConfiguration, TooltipItem } from 'chart.js';
import { formatTokens } from '@/app/_ui/text/describe-usage';
import { revealToString } from '../../_ui/text/reveal-characters';
import type { ChartDay } from './chart-series';

/** Holds the page's current colors and font. */
export type ChartLook = {
  text: string;
  line: string;
  sheet: string;
  fontFamily: string;
  series: readonly string[];
};

export type ChartContent = {
  names: readonly string[];
  days: readonly ChartDay[];
  /** The reader has hidden the series with these names. */
  hidden: readonly string[];
};

/**
 * Builds stacked bars, one for each day, that show their figures under the pointer or finger. The chart has
 * no animation.
 */
export function toChartOptions(content: ChartContent, look: ChartLook): ChartConfiguration<'bar', number[]> {
  const font = { family: look.fontFamily };
  const strongFont = { ...font, weight: 600 };
  return {
    type: 'bar',
    data: {
      labels: content.days.map(({ label }) => label),
      datasets: content.names.map((name, series) => ({
        label: name,
        data: content.days.map(({ tokens }) => tokens[series] ?? 0),
        hidden: content.hidden.includes(name),
        backgroundColor: look.series[series] ?? look.text,
        maxBarThickness: 36,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          stacked: true,
          grid: { display: false },
          border: { color: look.line },
          ticks: { color: look.text, font, maxRotation: 0, autoSkipPadding: 12 },
        },
        y: {
          stacked: true,
          beginAtZero: true,
          grid: { color: look.line },
          border: { display: false },
          ticks: {
            color: look.text,
            font,
            maxTicksLimit: 6,
            precision: 0,
            callback: (value) => formatTokens(Number(value)),
          },
        },
      },
      plugins: {
        tooltip: {
          backgroundColor: look.sheet,
          borderColor: look.text,
          borderWidth: 1,
          titleColor: look.text,
          bodyColor: look.text,
          footerColor: look.text,
          titleFont: strongFont,
          bodyFont: font,
          footerFont: strongFont,
          boxPadding: 4,
          boxWidth: 10,
          boxHeight: 10,
          filter: ({ raw }) => Number(raw) > 0,
          callbacks: { label: describePart, footer: describeSum },
        },
      },
    },
  };
}

const longestName = 26;

/**
 * Returns "qwen3-coder: 12,400 tokens". It shortens a long name in the middle, because a canvas cannot wrap
 * it.
 */
export function describePart({ dataset, raw }: Pick<TooltipItem<'bar'>, 'dataset' | 'raw'>): string {
  const name = [...revealToString(dataset.label ?? '')];
  const half = longestName / 2;
  const short = name.length > longestName ? [...name.slice(0, half), '…', ...name.slice(-half)] : name;
  return `${short.join('')}: ${formatTokens(Number(raw))} tokens`;
}

/** Returns the total of a day's parts. A single part already shows the total. */
export function describeSum(parts: readonly Pick<TooltipItem<'bar'>, 'raw'>[]): string {
  if (parts.length < 2) return '';
  return `Total: ${formatTokens(parts.reduce((sum, { raw }) => sum + Number(raw), 0))} tokens`;
}
