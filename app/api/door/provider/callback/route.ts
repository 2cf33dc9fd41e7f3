import { redirectTo } from '@/lib/http/redirect-to';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { finishAtProvider } from '@/lib/use-cases/visit-provider';

export const dynamic = 'force-dynamic';

export const GET = handleOpenRoute({ action: 'door.enter' }, async ({ services, actor, query, headers }) => {
  const device = headers.get('user-agent') ?? '';
  return redirectTo(
    await finishAtProvider(services, actor, { query, cookie: headers.get('cookie'), device }),
  );
});
