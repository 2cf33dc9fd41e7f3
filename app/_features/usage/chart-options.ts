import type { ChartConfiguration, TooltipItem } from 'chart.js';
import { formatTokens } from '@/lib/shared/describe-usage';
import { revealToString } from '../../_ui/text/reveal-characters';
import type { ChartDay } from './chart-series';

/** Colors and font as the page has them now. */
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
  /** Names of the series that the reader took out. */
  hidden: readonly string[];
};

/** Stacked bars, one for each day, that name their figures under the pointer or finger. They do not move. */
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

/** "qwen3-coder: 12,400 tokens". A long name loses its middle: the picture cannot wrap it. */
export function describePart({ dataset, raw }: Pick<TooltipItem<'bar'>, 'dataset' | 'raw'>): string {
  const name = [...revealToString(dataset.label ?? '')];
  const half = longestName / 2;
  const short = name.length > longestName ? [...name.slice(0, half), '…', ...name.slice(-half)] : name;
  return `${short.join('')}: ${formatTokens(Number(raw))} tokens`;
}

/** What the parts of a day add up to. One part says it itself. */
export function describeSum(parts: readonly Pick<TooltipItem<'bar'>, 'raw'>[]): string {
  if (parts.length < 2) return '';
  return `Total: ${formatTokens(parts.reduce((sum, { raw }) => sum + Number(raw), 0))} tokens`;
}
