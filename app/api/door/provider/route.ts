import { redirectTo } from '@/lib/http/redirect-to';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { beginAtProvider } from '@/lib/use-cases/visit-provider';

export const dynamic = 'force-dynamic';

export const GET = handleOpenRoute({ action: 'door.enter' }, async ({ services, actor, query, headers }) =>
  redirectTo(await beginAtProvider(services, actor, { query, host: headers.get('host') })),
);
