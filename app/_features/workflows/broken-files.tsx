import { IconFileAlert } from '@/app/_ui/icons/icons';
import type { WorkflowProblem } from '@/lib/contracts/workflows';
import { Callout } from '../../_ui/state/callout';
import { RevealedName } from '../../_ui/text/revealed-name';
import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './broken-files.module.css';

export function BrokenFiles({ problems }: { problems: readonly WorkflowProblem[] }) {
  const files = new Set(problems.map(({ file }) => file)).size;
  return (
    <div className={classes['frame']}>
      <Callout
        tone="danger"
        icon={<IconFileAlert size={17} />}
        title={files === 1 ? '1 workflow file has a mistake' : `${files} workflow files have mistakes`}
      >
        <ul className={classes['list']}>
          {problems.map(({ file, line, reason }) => (
            <li key={`${file}:${line}:${reason}`}>
              <code>
                <RevealedName name={line === null ? file : `${file}:${line}`} />
              </code>{' '}
              <RevealedText text={reason} />
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
