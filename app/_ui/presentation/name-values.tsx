import { FoldedText } from '../text/folded-text';
import { formatSize } from '../text/format-size';
import { RevealedText } from '../text/revealed-text';
import classes from './name-values.module.css';
import { PresentationFrame } from './presentation-frame';

type Props = {
  title: string;
  rows: readonly { name: string; value: string }[];
};

const longFromCharacters = 120;
const foldLongAfterLines = 8;

/** Shows names with exact values. Long values fold and say their size. */
export function NameValues({ title, rows }: Props) {
  return (
    <PresentationFrame title={title}>
      {rows.length > 0 && (
        <table className={classes['table']}>
          <tbody>
            {rows.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">
                  <RevealedText text={name} />
                </th>
                <td>
                  <Value value={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PresentationFrame>
  );
}

function Value({ value }: { value: string }) {
  if (!isLong(value)) return <code>{value === '' ? '(empty)' : <RevealedText text={value} />}</code>;
  return (
    <>
      <FoldedText text={value} maxLines={foldLongAfterLines} />
      <span className={classes['size']}>{formatSize(value)}</span>
    </>
  );
}

function isLong(value: string): boolean {
  return value.length > longFromCharacters || value.includes('\n');
}
