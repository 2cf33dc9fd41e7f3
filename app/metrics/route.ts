import { handleRoute } from '@/lib/server/handle-route';
import { readMetrics } from '@/lib/use-cases/read-metrics';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'metrics.read' }, async ({ services, actor }) => {
  const { text, contentType } = await readMetrics(services, actor);
  return new Response(text, { headers: { 'content-type': contentType } });
});
