'use client';

import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { onDemand } from '../../_ui/state/on-demand';
import { RevealedText } from '../../_ui/text/revealed-text';
import type { ChartContent } from './chart-options';
import classes from './usage-chart.module.css';

// Only this chart needs the drawing library.
const UsageBars = onDemand(
  () => import('./usage-bars').then((module) => module.UsageBars),
  () => <LoadingRows rows={1} height={264} />,
);

/** Shows stacked bars, one for each day, and a legend that hides a series or shows it again. */
export function UsageChart({ names, days }: Omit<ChartContent, 'hidden'>) {
  const [hidden, setHidden] = useState<readonly string[]>([]);
  return (
    <div className={classes['chart']}>
      <div className={classes['plot']}>
        <UsageBars names={names} days={days} hidden={hidden} />
      </div>
      <ul className={classes['legend']} aria-label="In the chart">
        {names.map((name, series) => (
          <li key={name}>
            <UnstyledButton
              className={classes['entry']}
              aria-pressed={!hidden.includes(name)}
              onClick={() => setHidden(toggle(hidden, name))}
            >
              <span className={classes['swatch']} style={{ background: `var(--series-${series})` }} />
              <span className={classes['name']}>
                <RevealedText text={name} />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function toggle(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
}
