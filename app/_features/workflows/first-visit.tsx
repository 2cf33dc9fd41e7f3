import { Button, Text, Title } from '@mantine/core';
import Link from 'next/link';
import {
  IconArrowRight,
  IconHistory,
  IconLock,
  IconPlugConnected,
  IconSignature,
} from '@/app/_ui/icons/icons';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { CountersignMark } from '../../_ui/mark/countersign-mark';
import classes from './first-visit.module.css';
import { pickFirstWorkflow } from './pick-first-workflow';

const reasons = [
  {
    Icon: IconSignature,
    title: 'Nothing risky happens unsigned',
    text: 'Anything that would change a file, run a command or go online waits for your OK.',
  },
  {
    Icon: IconLock,
    title: 'Your files and keys stay here',
    text: 'They are on your own server. A model gets only what its task reads.',
  },
  {
    Icon: IconPlugConnected,
    title: 'Any model',
    text: 'One on this machine, or any service with an OpenAI-compatible API.',
  },
  {
    Icon: IconHistory,
    title: 'A record of who signed what',
    text: 'Each decision is kept with what was shown, who made it, and what came of it.',
  },
];

/** Says why a new person wants this, and offers one first step that works offline. */
export function FirstVisit({ workflows }: { workflows: readonly WorkflowView[] }) {
  const first = pickFirstWorkflow(workflows);
  return (
    <section className={classes['welcome']} aria-labelledby="welcome">
      <CountersignMark size={44} />
      <div className={classes['words']}>
        <Title order={1} id="welcome">
          Welcome to Countersign
        </Title>
        <Text c="dimmed">Pick a task: an AI does it on your files, and you sign for what matters.</Text>
      </div>
      {first && (
        <Button
          component={Link}
          href={`/workflows/${first.id}`}
          size="md"
          classNames={{ root: classes['try'] ?? '', label: classes['tryLabel'] ?? '' }}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          Try “{first.title}”
        </Button>
      )}
      <ul className={classes['reasons']}>
        {reasons.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={18} stroke={1.6} aria-hidden />
            <span>
              <b>{title}</b> <span className={classes['text']}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
