'use client';

import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { type ChartContent, type ChartLook, toChartOptions } from './chart-options';
import { mostSeries } from './chart-series';
import classes from './usage-chart.module.css';

const seriesColors = Array.from({ length: mostSeries }, (_, series) => `--series-${series}`);

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Draws the chart, and draws it again when the page's colors change. */
export function UsageBars({ names, days, hidden }: ChartContent) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let chart: Chart<'bar', number[]> | null = null;
    const draw = () => {
      chart?.destroy();
      chart = new Chart(element, toChartOptions({ names, days, hidden }, readLook(element)));
    };
    draw();
    const stop = onNewColors(draw);
    return () => {
      stop();
      chart?.destroy();
    };
  }, [names, days, hidden]);
  const range = `${days[0]?.label} to ${days.at(-1)?.label}`;
  return (
    <canvas
      ref={canvas}
      className={classes['canvas']}
      role="img"
      aria-label={`Tokens by day, ${range}. The table below has the same figures.`}
    />
  );
}

/** A canvas ignores style sheets while it draws, so this reads the colors from the canvas's own style. */
function readLook(canvas: HTMLCanvasElement): ChartLook {
  const style = getComputedStyle(canvas);
  return {
    text: style.color,
    line: style.borderTopColor,
    sheet: style.backgroundColor,
    fontFamily: style.fontFamily,
    series: seriesColors.map((name) => style.getPropertyValue(name)),
  };
}

/** Calls `draw` when the page turns light or dark, or when the system forces colors. */
function onNewColors(draw: () => void): () => void {
  const theme = new MutationObserver(draw);
  theme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  const forced = window.matchMedia('(forced-colors: active)');
  forced.addEventListener('change', draw);
  return () => {
    theme.disconnect();
    forced.removeEventListener('change', draw);
  };
}
