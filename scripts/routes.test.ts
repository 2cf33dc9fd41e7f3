import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEntrances } from './lib/read-routes';
import { readSources, renderApiRoutes, renderRouteTable } from './lib/route-table';

const sources = readSources('.');
const { entrances, problems } = readEntrances(sources);

describe('the routes and pages', () => {
  it('state their actions, and reach use cases through their frames only', () => {
    expect(problems).toEqual([]);
  });

  it('are read completely: each method that a route file exports is in the table', () => {
    const exported = Object.entries(sources).flatMap(([file, text]) =>
      Array.from(text.matchAll(/^export const ([A-Z]+)\b/gm), ([, method]) => `${file} ${method}`),
    );
    const listed = entrances.filter(({ method }) => method !== 'page');
    expect(listed.map(({ file, method }) => `${file} ${method}`)).toEqual(exported);
    expect(exported.length).toBeGreaterThan(30);
  });

  it('are those of docs/routes.md (npx tsx scripts/make-route-table.ts)', () => {
    expect(readFileSync('docs/routes.md', 'utf8')).toBe(renderRouteTable(entrances));
  });

  it('are those that the HTTP entry lets in (npx tsx scripts/make-route-table.ts)', () => {
    expect(readFileSync('lib/http/entry/api-routes.ts', 'utf8')).toBe(renderApiRoutes(entrances));
  });
});

const frame = "import { handleRoute } from '@/lib/server/handle-route';";
const pageFrame = "import { readForPage } from '@/lib/server/read-for-page';";
const useCase = "import { getRun } from '@/lib/use-cases/get-run';";
const good = "export const GET = handleRoute({ action: 'runs.read' }, async (a) => a.query);";

describe('the check of routes', () => {
  it('names a route whose frame finds no owner', () => {
    const { problems } = readEntrances({ 'app/api/x/[runId]/route.ts': `${frame} ${good}` });
    expect(problems).toEqual([expect.stringContaining('[runId] and not [id]')]);
  });

  it('is satisfied by a good route and a good page', () => {
    const call = "({ action: 'runs.read' }, ({ services, actor }) => getRun(services, actor, {}));";
    const { entrances, problems } = readEntrances({
      'app/api/x/route.ts': `${frame}${useCase} export const dynamic = 'force-dynamic'; export const GET = handleRoute${call}`,
      'app/x/page.tsx': `${pageFrame}${useCase} export default async () => readForPage${call}`,
      'app/y/page.tsx': 'export default () => <p>Nothing to load</p>;',
    });
    expect(problems).toEqual([]);
    expect(entrances).toMatchObject([
      { method: 'GET', action: 'runs.read', access: 'read' },
      { method: 'page', action: 'runs.read', access: 'read' },
    ]);
  });

  it.each([
    ['is no frame’s', 'export const GET = async () => new Response();', 'GET is not made by handleRoute'],
    ['is a function', `${frame} export async function POST() {}`, '“export async function POST() {}” is not'],
    ['is exported from elsewhere', "export { GET } from './other';", 'is not made by handleRoute'],
    ['is exported by default', `${frame} export default handleRoute;`, 'is not made by handleRoute'],
    ['is an unknown method', `${frame} ${good.replace('GET', 'get')}`, 'get is not made by handleRoute'],
    ['has a frame of its own', `const handleRoute = () => {}; ${good}`, 'GET is not made by handleRoute'],
    [
      'has a frame from elsewhere',
      `import { handleRoute } from './frame'; ${good}`,
      'GET is not made by handleRoute',
    ],
    [
      'is wrapped',
      `${frame} export const GET = wrap(handleRoute({ action: 'runs.read' }));`,
      'GET is not made',
    ],
    ['has no action', `${frame} export const GET = handleRoute({}, async () => 1);`, 'GET states no action'],
    ['has an unknown action', `${frame} ${good.replace('runs.read', 'runs.fly')}`, 'GET states no action'],
    [
      'has the name of a method as action',
      `${frame} ${good.replace('runs.read', 'toString')}`,
      'states no action',
    ],
    [
      'has an action that a spread may replace',
      `${frame} ${good.replace("'runs.read'", "'runs.read', ...other")}`,
      'GET states no action',
    ],
    [
      'lets strangers do what only people may',
      `import { handleOpenRoute } from '@/lib/server/handle-open-route'; ${good.replace('handleRoute', 'handleOpenRoute')}`,
      'GET lets strangers in, or keeps them out, against its action runs.read',
    ],
    [
      'asks a stranger who they are',
      `${frame} ${good.replace('runs.read', 'door.enter')}`,
      'GET lets strangers in, or keeps them out, against its action door.enter',
    ],
    [
      'has an action in a variable',
      `${frame} ${good.replace("'runs.read'", 'action')}`,
      'GET states no action',
    ],
  ])('names an export that %s', (_, text, problem) => {
    const { problems } = readEntrances({ 'app/api/x/route.ts': text });
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['around the frame', 'getRun(services, actor, {})', 'getRun is called outside readForPage'],
    [
      'without the actor',
      "readForPage({ action: 'runs.read' }, () => getRun(services, {}))",
      'getRun does not get (services, actor, input)',
    ],
    [
      'as somebody else',
      "readForPage({ action: 'runs.read' }, () => getRun(services, systemActor, {}))",
      'getRun does not get (services, actor, input)',
    ],
    [
      'with more than one input',
      "readForPage({ action: 'runs.read' }, () => getRun(services, actor, id, other))",
      'getRun does not get (services, actor, input)',
    ],
    ['under another name', "readForPage({ action: 'runs.read' }, () => run(getRun))", 'getRun does not get'],
    [
      'while it runs',
      "(await import('@/lib/use-cases/get-run')).getRun(services, actor, {})",
      'imports while it runs',
    ],
  ])('names a page that calls a use case %s', (_, call, problem) => {
    const text = `${pageFrame}${useCase} export default async function Page() { return ${call}; }`;
    const { problems } = readEntrances({ 'app/x/page.tsx': text });
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });
});
