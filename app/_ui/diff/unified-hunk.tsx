import classes from './diff.module.css';
import { type DiffLine, toPairs } from './diff-rows';
import { DiffText } from './diff-text';

const sign = { same: '', added: '+', removed: '−', note: '' } as const;
const spoken = { same: '', added: 'added', removed: 'removed', note: '' } as const;

export function UnifiedHunk({ lines }: { lines: readonly DiffLine[] }) {
  const partners = partnersOf(lines);
  return (
    <table className={classes['table']}>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <tr key={index} data-kind={line.kind}>
            <td className={classes['number']}>{line.oldNumber}</td>
            <td className={classes['number']}>{line.newNumber}</td>
            <td className={classes['sign']} aria-label={spoken[line.kind] || undefined}>
              {sign[line.kind]}
            </td>
            <td className={classes['text']}>
              <DiffText line={line} partner={partners.get(line) ?? null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function partnersOf(lines: readonly DiffLine[]): Map<DiffLine, DiffLine> {
  const partners = new Map<DiffLine, DiffLine>();
  for (const { before, after } of toPairs(lines)) {
    if (!before || !after || before === after) continue;
    partners.set(before, after);
    partners.set(after, before);
  }
  return partners;
}
