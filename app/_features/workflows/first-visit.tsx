import { Button, Text, Title } from '@mantine/core';
import Link from 'next/link';
import { IconArrowRight } from '@/app/_ui/icons/icons';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { CountersignMark } from '../../_ui/mark/countersign-mark';
import classes from './first-visit.module.css';
import { pickFirstWorkflow } from './pick-first-workflow';

export function FirstVisit({ workflows }: { workflows: readonly WorkflowView[] }) {
  const first = pickFirstWorkflow(workflows);
  return (
    <section className={classes['welcome']} aria-label="Welcome">
      <CountersignMark size={44} />
      <div className={classes['words']}>
        <Title order={2}>Welcome to Countersign</Title>
        <Text c="dimmed">Pick a task and an AI does it on your files.</Text>
        <Text c="dimmed">
          Anything that would change a file, run a command or go online waits for your OK.
        </Text>
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
    </section>
  );
}
