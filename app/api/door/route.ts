import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { describeDoor } from '@/lib/use-cases/describe-door';

export const dynamic = 'force-dynamic';

export const GET = handleOpenRoute({ action: 'door.read' }, async ({ services, actor, headers }) =>
  describeDoor(services, actor, { host: headers.get('host') }),
);
