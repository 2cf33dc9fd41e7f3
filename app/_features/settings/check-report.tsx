import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@/app/_ui/icons/icons';
import { type CheckFindingView, type ModelCheckView, verdictWords } from '@/lib/contracts/model-check';
import { formatCount } from '@/lib/shared/quantities';
import { Callout } from '../../_ui/state/callout';
import { formatDate, formatDuration } from '../../_ui/time/format-time';
import classes from './check-report.module.css';

const resultWords = { passed: 'Passed', care: 'With care', failed: 'Failed', skipped: 'Left out' } as const;

type Props = { report: ModelCheckView; isFresh: boolean; isOfOtherSettings: boolean };

export function CheckReport({ report, isFresh, isOfOtherSettings }: Props) {
  const { verdict, why, checkedAt, findings } = report;
  const checked = `Checked ${formatDate(checkedAt)}${isOfOtherSettings ? ' with other settings' : ''}`;
  const isBad = verdict === 'does_not_fit';
  return (
    <Callout
      tone={isBad ? 'danger' : verdict === 'fits' ? 'plain' : 'needs-you'}
      role={isFresh ? (isBad ? 'alert' : 'status') : 'note'}
      icon={verdict === 'fits' ? <IconCheck size={17} /> : <IconAlertTriangle size={17} />}
      title={`It ${verdictWords[verdict]}`}
    >
      <p className={classes['why']}>{why}</p>
      <details className={classes['details']}>
        <summary>What was checked</summary>
        <CheckFindings findings={findings} />
      </details>
      <Text size="sm">
        {[checked, ...describeSpeed(report)].join(' · ')} ·{' '}
        <a href={toFile(report)} download="model-check.json">
          Save as JSON
        </a>
      </Text>
    </Callout>
  );
}

export function CheckFindings({ findings }: { findings: readonly CheckFindingView[] }) {
  return (
    <ul className={classes['findings']}>
      {findings.map(({ id, title, result, says }) => (
        <li key={id} data-result={result}>
          <span className={classes['result']}>{resultWords[result]}</span>
          <span>
            {title}
            {result !== 'passed' && <span className={classes['says']}>{says}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function describeSpeed({ firstTokenMs, tokensPerSecond, windowTokens }: ModelCheckView): string[] {
  return [
    ...(firstTokenMs === null ? [] : [`first sign of a reply after ${formatDuration(firstTokenMs)}`]),
    ...(tokensPerSecond === null ? [] : [`${formatCount(Math.round(tokensPerSecond))} tokens a second`]),
    ...(windowTokens === null ? [] : [`window of ${formatCount(windowTokens)} tokens`]),
  ];
}

const toFile = (report: ModelCheckView) =>
  `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(report, null, 2))}`;
