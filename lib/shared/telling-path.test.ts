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

it('names that begin with a dot may steer programs, the folder itself does not', () => {
  for (const path of ['.husky/pre-commit', 'app/.vscode/tasks.json', './.bashrc'])
    expect(maySteerPrograms(path), path).toBe(true);
  for (const path of ['.', './notes/plan.md', 'notes/a.b.md', 'package.json'])
    expect(maySteerPrograms(path), path).toBe(false);
});
