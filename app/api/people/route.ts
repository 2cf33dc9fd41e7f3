import { handleRoute } from '@/lib/server/handle-route';
import { listPeople } from '@/lib/use-cases/people';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'people.read' }, async ({ services, actor }) =>
  listPeople(services, actor),
);
