import { Title } from '@mantine/core';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { SheetList } from '../../_ui/shell/sheet-list';
import classes from './workflow-list.module.css';
import { WorkflowRow } from './workflow-row';

type Props = { title: string; workflows: readonly WorkflowView[]; search: string };

export function WorkflowSection({ title, workflows, search }: Props) {
  return (
    <section className={classes['section']} aria-label={title}>
      <Title order={3} className={classes['title']}>
        {title}
      </Title>
      <SheetList label={title}>
        {workflows.map((workflow) => (
          <li key={workflow.id}>
            <WorkflowRow workflow={workflow} search={search} />
          </li>
        ))}
      </SheetList>
    </section>
  );
}
