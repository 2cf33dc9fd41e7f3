import { formatTokens } from '@/lib/shared/describe-usage';
import { RevealedText } from '../../_ui/text/revealed-text';
import type { ChartDay } from './chart-series';
import { toTicks } from './chart-ticks';
import classes from './usage-chart.module.css';

type Props = { names: readonly string[]; days: readonly ChartDay[] };

const mostLabels = 7;

/** Stacked bars, one for each day. The table below has the same figures, so nothing here is read out. */
export function UsageChart({ names, days }: Props) {
  const ticks = toTicks(Math.max(...days.map(({ tokens }) => tokens.reduce((sum, count) => sum + count, 0))));
  const top = ticks.at(-1) ?? 1;
  const labelEvery = Math.ceil(days.length / mostLabels);
  return (
    <div className={classes['chart']} aria-hidden>
      <div className={classes['plot']}>
        {ticks.map((tick) => (
          <div key={tick} className={classes['tick']} style={{ bottom: `${(tick / top) * 100}%` }}>
            <span>{formatTokens(tick)}</span>
          </div>
        ))}
        <div className={classes['bars']}>
          {days.map(({ label, tokens }, index) => (
            <div key={label} className={classes['day']} title={describe(label, names, tokens)}>
              {tokens.map((count, series) => (
                <div
                  key={names[series]}
                  className={classes['part']}
                  data-series={series}
                  style={{ height: `${(count / top) * 100}%` }}
                />
              ))}
              {(days.length - 1 - index) % labelEvery === 0 && (
                <span
                  className={classes['label']}
                  data-second={((days.length - 1 - index) / labelEvery) % 2 === 1 || undefined}
                >
                  {label}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
      <ul className={classes['legend']}>
        {names.map((name, series) => (
          <li key={name}>
            <span className={classes['swatch']} data-series={series} />
            <RevealedText text={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function describe(label: string, names: readonly string[], tokens: readonly number[]): string {
  const parts = tokens.flatMap((count, series) =>
    count > 0 ? `${names[series]}: ${formatTokens(count)} tokens` : [],
  );
  return [label, ...(parts.length > 0 ? parts : ['no tokens'])].join('\n');
}
