import { handleRoute } from '@/lib/server/handle-route';
import { makeLink } from '@/lib/use-cases/sessions';

export const POST = handleRoute({ action: 'links.create', status: 201 }, async ({ services, actor }) =>
  makeLink(services, actor),
);
