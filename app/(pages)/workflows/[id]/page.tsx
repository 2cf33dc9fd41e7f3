import { redirect } from 'next/navigation';
import { readForPage } from '@/lib/server/read-for-page';
import { findWorkflowIds } from '@/lib/use-cases/find-workflow-ids';
import { WorkflowScreen } from './workflow-screen';

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/**
 * Redirects an earlier id of the workflow to its current address, and keeps the values that the link fills
 * in.
 */
export default async function WorkflowPage({ params, searchParams }: Props) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const current = await readForPage(
    { action: 'workflows.read', object: { id } },
    async ({ services, actor }) => findWorkflowIds(services, actor, { workflowId: id }),
  );
  if (current && current.id !== id) redirect(toAddress(current.id, query));
  const { again, ...linked } = query;
  return (
    <WorkflowScreen
      workflowId={id}
      formerIds={current?.formerIds ?? []}
      linked={linked}
      isRerun={again !== undefined}
    />
  );
}

function toAddress(id: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  const search = new URLSearchParams(pairs).toString();
  return `/workflows/${encodeURIComponent(id)}${search === '' ? '' : `?${search}`}`;
}
