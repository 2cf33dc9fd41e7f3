import classes from './diff.module.css';
import { type DiffLine, toPairs } from './diff-rows';
import { DiffText } from './diff-text';

export function SplitHunk({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <table className={classes['table']} data-split>
      <tbody>
        {toPairs(lines).map((pair, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <tr key={index}>
            <Side line={pair.before} partner={pair.after} number={pair.before?.oldNumber ?? null} />
            <Side line={pair.after} partner={pair.before} number={pair.after?.newNumber ?? null} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SideProps = { line: DiffLine | null; partner: DiffLine | null; number: number | null };

function Side({ line, partner, number }: SideProps) {
  const kind = line?.kind ?? 'none';
  return (
    <>
      <td className={classes['number']} data-kind={kind}>
        {number}
      </td>
      <td className={classes['text']} data-kind={kind}>
        {line && <DiffText line={line} partner={line === partner ? null : partner} />}
      </td>
    </>
  );
}
