import { Skeleton, Title, VisuallyHidden } from '@mantine/core';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { WorkflowCard } from './workflow-card';
import classes from './workflow-section.module.css';

type Props = { title: string; workflows: readonly WorkflowView[]; search: string; withLastStart?: boolean };

export function WorkflowSection({ title, workflows, search, withLastStart = false }: Props) {
  return (
    <section className={classes['section']} aria-label={title} data-size={Math.min(workflows.length, 3)}>
      <Title order={2} className={classes['title']}>
        {title}
      </Title>
      <ul className={classes['grid']}>
        {workflows.map((workflow) => (
          <li key={workflow.id}>
            <WorkflowCard workflow={workflow} search={search} withLastStart={withLastStart} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function WorkflowSkeleton() {
  return (
    <div className={classes['section']} aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton height={14} width={90} mb="sm" />
      <div className={classes['grid']}>
        {['one', 'two', 'three', 'four', 'five', 'six'].map((name) => (
          <Skeleton key={name} height={112} radius="lg" />
        ))}
      </div>
    </div>
  );
}
