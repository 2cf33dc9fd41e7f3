import { Loader, VisuallyHidden } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconExclamationMark,
  IconPlayerStop,
  IconQuestionMark,
  IconSignature,
} from '@tabler/icons-react';
import type { TimelineItem } from '@/lib/contracts/runs';
import classes from './timeline.module.css';

const words: Record<TimelineItem['status'], string> = {
  running: 'Going on',
  waiting: 'Needs you',
  done: 'Done',
  failed: 'Failed',
  denied: 'Refused',
  stopped: 'Stopped',
  unknown: 'Outcome unknown',
};

export function ItemIcon({ status }: { status: TimelineItem['status'] }) {
  return (
    <span className={classes['icon']} data-status={status}>
      <Drawing status={status} />
      <VisuallyHidden>{words[status]}: </VisuallyHidden>
    </span>
  );
}

function Drawing({ status }: { status: TimelineItem['status'] }) {
  switch (status) {
    case 'running':
      return <Loader size={13} color="currentColor" aria-hidden />;
    case 'waiting':
      return <IconSignature size={13} aria-hidden />;
    case 'done':
      return <IconCheck size={13} stroke={2.4} aria-hidden />;
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
