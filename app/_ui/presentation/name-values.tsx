import { FoldedText } from '../text/folded-text';
import { formatSize } from '../text/format-size';
import { RevealedText } from '../text/revealed-text';
import classes from './name-values.module.css';
import { PresentationFrame } from './presentation-frame';

type Props = { title: string; rows: readonly { name: string; value: string }[] };

const longFromCharacters = 120;
const foldLongAfterLines = 8;

/** Names with exact values; long ones are folded and say how long they are. */
export function NameValues({ title, rows }: Props) {
  return (
    <PresentationFrame title={title}>
      <table className={classes['table']}>
        <tbody>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">
                <RevealedText text={name} />
              </th>
              <td>
                {isLong(value) ? (
                  <>
                    <FoldedText text={value} maxLines={foldLongAfterLines} />
                    <span className={classes['size']}>{formatSize(value)}</span>
                  </>
                ) : (
                  <code>{value === '' ? '(empty)' : <RevealedText text={value} />}</code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PresentationFrame>
  );
}

function isLong(value: string): boolean {
  return value.length > longFromCharacters || value.includes('\n');
}
