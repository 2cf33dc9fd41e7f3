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
  '.envrc',
  '.env-prod',
  '.env_local',
  'deploy/prod.env',
  '.git/config',
  'vendor/lib/.git/config',
  '.git/modules/lib/config',
  'infra/terraform.tfstate',
  'infra/terraform.tfstate.backup',
  'infra/prod.tfvars',
  'infra/prod.auto.tfvars.json',
  '.terraformrc',
  '.config/gh/hosts.yml',
  'home/.config/gcloud/access_tokens.db',
  '.config/git/credentials',
])('%s may hold secrets', (path) => {
  expect(mayHoldSecrets(path)).toBe(true);
});

it.each([
  '.env.example',
  'id_rsa.pub',
  '.env-example',
  'example.env',
  'deploy/prod.sample.env',
  'terraform.tfvars.example',
  'main.tf',
  '.git/HEAD',
  'git/config',
  '.config/htop/htoprc',
  'src/config',
  'environment',
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

it.each(['.env\u200d', '.e\u200bnv', 'keys/server.pem ', '.ssh./config', '.ＥＮＶ'])(
  'asks before %j is read, which some file systems take for a file with secrets',
  (path) => {
    expect(mayHoldSecrets(path)).toBe(true);
  },
);
