import { expect, it } from 'vitest';
import { mayHoldSecrets, maySteerPrograms } from './telling-path';

it.each([
  '.env',
  'app/.env.production',
  './app/.ENV',
  'id_ed25519',
  'keys/server.pem',
  'keys/Server.KEY',
  '.ssh/config',
  'home/.aws/credentials',
  '.npmrc',
  'secrets.yaml',
  'service-account-prod.json',
])('%s may hold secrets', (path) => {
  expect(mayHoldSecrets(path)).toBe(true);
});

it.each([
  '.env.example',
  'id_rsa.pub',
  'environment.md',
  'keys/readme.md',
  'monkey',
  'notes/secrets.md',
  '.',
  '',
])('%j holds no secrets by its name', (path) => {
  expect(mayHoldSecrets(path)).toBe(false);
});

it.each([
  '.husky/pre-commit',
  'app/.vscode/tasks.json',
  './.bashrc',
  'package.json',
  'app/Package.JSON',
  'Makefile',
  'rules.mk',
  'Dockerfile.dev',
  'compose.yaml',
  'docker-compose.override.yml',
  'Jenkinsfile',
  'azure-pipelines.yml',
  'vite.config.ts',
  'pyproject.toml',
  'setup.py',
  'tests/conftest.py',
  'requirements-dev.txt',
  'node_modules/left-pad/index.js',
  'build.gradle.kts',
  'tools/build.rs',
  'App.csproj',
  'CMakeLists.txt',
  'team.code-workspace',
  'AGENTS.md',
  'deploy.service',
  'Autorun.inf',
])('%s may steer other programs', (path) => {
  expect(maySteerPrograms(path)).toBe(true);
});

it.each([
  '.',
  './notes/plan.md',
  'notes/a.b.md',
  'notes/makefile.md',
  'package.json.md',
  'src/config.ts',
  'src/hooks/use-run.ts',
  'docker.md',
  'requirements.md',
  'agents/readme.md',
  'data.json',
  'service.ts',
])('%j steers no program by its name', (path) => {
  expect(maySteerPrograms(path)).toBe(false);
});
