import { WorkflowScreen } from './workflow-screen';

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function WorkflowPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { again, ...linked } = await searchParams;
  return <WorkflowScreen workflowId={id} linked={linked} isRerun={again !== undefined} />;
}
