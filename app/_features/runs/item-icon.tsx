import { Loader, VisuallyHidden } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconExclamationMark,
  IconPlayerStop,
  IconQuestionMark,
  IconSignature,
} from '@/app/_ui/icons/icons';
import type { TimelineItem } from '@/lib/contracts/runs';
import classes from './timeline.module.css';

const words: Record<TimelineItem['status'], string> = {
  running: 'Running',
  waiting: 'Waiting',
  done: 'Done',
  failed: 'Failed',
  denied: 'Refused',
  stopped: 'Stopped',
  unknown: 'Outcome unknown',
};

/** Shows the state of an item as an icon and in words. A warning replaces "Done". */
export function ItemIcon({ status, warning }: Pick<TimelineItem, 'status' | 'warning'>) {
  const drawn = warning === null ? status : 'warning';
  return (
    <span className={classes['icon']} data-status={drawn}>
      <Drawing status={drawn} />
      <VisuallyHidden>{warning ?? words[status]}: </VisuallyHidden>
    </span>
  );
}

function Drawing({ status }: { status: TimelineItem['status'] | 'warning' }) {
  switch (status) {
    case 'running':
      return <Loader size={13} color="currentColor" aria-hidden />;
    case 'waiting':
      return <IconSignature size={13} aria-hidden />;
    case 'done':
      return <IconCheck size={13} stroke={2.4} aria-hidden />;
    case 'warning':
    case 'failed':
      return <IconExclamationMark size={13} stroke={2.4} aria-hidden />;
    case 'denied':
      return <IconBan size={13} aria-hidden />;
    case 'stopped':
      return <IconPlayerStop size={13} aria-hidden />;
    case 'unknown':
      return <IconQuestionMark size={13} stroke={2.4} aria-hidden />;
  }
}
