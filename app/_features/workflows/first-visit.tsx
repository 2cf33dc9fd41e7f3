import { Button, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import Link from 'next/link';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { CountersignMark } from '../../_ui/mark/countersign-mark';
import classes from './first-visit.module.css';

/** The first button must work offline, without any model: a direct workflow does. */
export function FirstVisit({ workflows }: { workflows: readonly WorkflowView[] }) {
  const first = workflows.find(({ kind }) => kind === 'direct') ?? workflows[0];
  if (!first) return null;
  return (
    <section className={classes['welcome']} aria-label="Welcome">
      <CountersignMark size={44} />
      <div className={classes['words']}>
        <Title order={2}>Welcome to Countersign</Title>
        <Text c="dimmed">
          Each button below hands a piece of work over. Whatever would change something waits for your
          signature.
        </Text>
      </div>
      <Button
        component={Link}
        href={`/workflows/${first.id}`}
        size="md"
        rightSection={<IconArrowRight size={18} aria-hidden />}
      >
        Try “{first.title}”
      </Button>
    </section>
  );
}
