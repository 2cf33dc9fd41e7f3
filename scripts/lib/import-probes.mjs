import { features } from './import-rules.mjs';

/**
 * Each import rule has files here that break it. `check-imports` writes them to a temporary folder, never
 * beside the sources, and leaves the project files that they import empty.
 */
export const importProbes = {
  'no-cycles': { 'lib/shared/A.ts': "import './B';", 'lib/shared/B.ts': "import './A';" },
  'nothing-unresolved': { 'lib/shared/A.ts': "import './does-not-exist';" },
  'shared-is-a-leaf': { 'lib/shared/A.ts': "import 'zod';" },
  'domain-is-pure': { 'lib/domain/A.ts': "import 'zod';" },
  'policy-is-pure': { 'lib/policy/A.ts': "import 'zod';" },
  'adapters-decide-nothing': {
    'lib/tools/A.ts': "import '../policy/B';",
    'lib/policy/B.ts': '',
  },
  'network-below-adapters': { 'lib/network/A.ts': "import '../domain/run';" },
  'contracts-stand-alone': { 'lib/contracts/A.ts': "import 'zod';" },
  'workflows-are-pure': { 'lib/workflows/A.ts': "import 'yaml';" },
  'loop-knows-ports': { 'lib/agent/A.ts': "import '../db/ports/database';" },
  'agent-below-use-cases': { 'lib/agent/A.ts': "import '../contracts/runs';" },
  'models-know-ports': { 'lib/models/A.ts': "import '../llm/openai-model';" },
  'convention-below-the-loop': { 'lib/convention/A.ts': "import '../domain/run';" },
  'check-executes-nothing': { 'lib/model-check/A.ts': "import '../agent/drive-run';" },
  'parsers-are-pure': { 'lib/replies/A.ts': "import '../domain/run';" },
  'llm-knows-no-other-adapter': { 'lib/llm/A.ts': "import '../db/ports/database';" },
  'demo-model-knows-no-other-adapter': { 'lib/demo-model/A.ts': "import '../llm/openai-model';" },
  'demo-model-knows-shared-only': { 'lib/demo-model/A.ts': "import '../domain/run';" },
  'tools-knows-no-other-adapter': { 'lib/tools/A.ts': "import '../db/ports/database';" },
  'db-knows-no-other-adapter': { 'lib/db/A.ts': "import '../runtime/dispatcher';" },
  'runtime-knows-no-other-adapter': { 'lib/runtime/A.ts': "import '../db/ports/database';" },
  'telemetry-knows-no-other-adapter': { 'lib/telemetry/A.ts': "import '../db/ports/database';" },
  'telemetry-packages-at-telemetry': { 'lib/server/A.ts': "import 'prom-client';" },
  'workflow-files-knows-no-other-adapter': { 'lib/workflow-files/A.ts': "import '../db/ports/database';" },
  'prisma-stays-in-db': { 'lib/use-cases/A.ts': "import '@prisma/client';" },
  'sqlite-behind-the-opening': { 'lib/db/stores/A.ts': "import '../sqlite/open-sqlite';" },
  'sqlite-packages-at-sqlite': { 'lib/db/stores/A.ts': "import 'better-sqlite3';" },
  'postgresql-behind-the-opening': { 'lib/db/stores/A.ts': "import '../postgresql/open-postgresql';" },
  'postgresql-packages-at-postgresql': { 'lib/db/stores/A.ts': "import 'pg';" },
  'server-composes': { 'lib/http/A.ts': "import '../server/app';" },
  'testing-serves-tests': { 'lib/agent/A.ts': "import '../../tests/B';", 'tests/B.ts': '' },
  'routes-stay-thin': { 'app/api/A.ts': "import '../../lib/server/app';" },
  'pages-ask-use-cases': { 'app/(pages)/page.tsx': "import '../../lib/server/app';" },
  'browser-stays-outside': { 'app/_client/A.ts': "import '../../lib/use-cases/services';" },
  ...Object.fromEntries(features.map(probeFeature)),
  'parts-come-at-once': { 'app/_ui/A.tsx': "import 'next/dynamic';" },
  'looks-know-no-feature': { 'app/_ui/A.ts': "import '../_features/runs/B';", 'app/_features/runs/B.ts': '' },
  'client-knows-no-feature': {
    'app/_client/A.ts': "import '../_features/runs/B';",
    'app/_features/runs/B.ts': '',
  },
};

/** Returns a probe in which a feature imports the next one. */
function probeFeature(feature, index) {
  const other = features[(index + 1) % features.length];
  return [
    `${feature}-knows-no-other-feature`,
    {
      [`app/_features/${feature}/A.ts`]: `import '../${other}/B';`,
      [`app/_features/${other}/B.ts`]: '',
    },
  ];
}
