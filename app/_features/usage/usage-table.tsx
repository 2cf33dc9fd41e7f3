import { formatAmount, formatTokens } from '@/app/_ui/text/describe-usage';
import type { UsageView } from '@/lib/contracts/usage';
import { formatCount } from '@/lib/shared/quantities';
import { ScrollRegion } from '../../_ui/shell/scroll-region';
import { RevealedText } from '../../_ui/text/revealed-text';
import { toDayLabel } from './chart-series';
import classes from './usage.module.css';

type Row = UsageView['rows'][number];

/** Lists every row, newest day first. */
export function UsageTable({ rows }: { rows: readonly Row[] }) {
  return (
    <ScrollRegion label="Usage by day, workflow and model" className={classes['tableFrame']}>
      <table className={classes['table']} aria-label="Usage by day, workflow and model">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Workflow</th>
            <th scope="col">Model</th>
            <th scope="col">Model calls</th>
            <th scope="col">Tokens in</th>
            <th scope="col">Cached input</th>
            <th scope="col">Tokens out</th>
            <th scope="col">Reasoning</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={JSON.stringify([row.day, row.workflow, row.model])}>
              <th scope="row">{toDayLabel(row.day)}</th>
              <td>
                <RevealedText text={row.workflow} />
              </td>
              <td>
                <RevealedText text={row.model} />
              </td>
              <td>{formatCount(row.calls)}</td>
              <Tokens row={row} of="input" />
              <Tokens row={row} of="cached" />
              <Tokens row={row} of="output" />
              <Tokens row={row} of="reasoning" />
              <td>{describeAmount(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Shows a figure, or a minimum where some replies came without tokens. */
function Tokens({ row, of }: { row: Row; of: 'input' | 'cached' | 'output' | 'reasoning' }) {
  if (row.unreported === row.calls) return <td className={classes['missing']}>not reported</td>;
  return (
    <td>
      {formatTokens(row[of])}
      {row.unreported > 0 && ' or more'}
    </td>
  );
}

function describeAmount({ amountUsd, unpriced }: Row): string {
  if (amountUsd === null) return '–';
  return `${formatAmount(amountUsd)}${unpriced > 0 ? ' or more' : ''}`;
}
