import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { modelLimits } from '../contracts/settings';
import { hideSecrets, knownSecrets, noteSecret } from './hide-secrets';

it('bearer tokens and passwords in addresses are hidden, known or not', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{8,30}$/);
  fc.assert(
    fc.property(word, word, (user, secret) => {
      for (const line of [
        `Headers.append: "Bearer ${secret}" is an invalid header value.`,
        JSON.stringify({ url: `https://${user}:${secret}@models.example/v1`, at: `//${secret}@x` }),
        `authorization: Basic ${secret}`,
      ]) {
        expect(hideSecrets(line)).not.toContain(secret);
      }
    }),
  );
});

it('a known key is hidden wherever it appears, the rest of the line stays', () => {
  noteSecret('sk-one-1234567890', 'set_up');
  noteSecret('sk-two-abcdefghij', 'set_up');
  expect(hideSecrets('{"a":"sk-one-1234567890","b":"sk-two-abcdefghij and sk-one-12","c":"fine"}')).toBe(
    '{"a":"[key]","b":"[key] and [key]","c":"fine"}',
  );
});

it('every secret that can be set up is known, however many are entered to try a server', () => {
  const { savedModels, pairs } = modelLimits;
  const setUp = Array.from(
    { length: (savedModels + 1) * (1 + 3 * 2 * pairs) },
    (_, index) => `set-up-${index}`,
  );
  for (const secret of setUp) noteSecret(secret, 'set_up');
  for (let index = 0; index < 200; index += 1) noteSecret(`entered-${index}`, 'entered');
  const known = new Set(knownSecrets());
  expect(setUp.filter((secret) => !known.has(secret))).toEqual([]);
  expect([known.has('entered-199'), known.has('entered-0')]).toEqual([true, false]);
  expect(known.size).toBeLessThan(setUp.length + 200);
});

it('the log contains no known key: not in messages, facts or nested errors', () => {
  const script = `
    import { log } from './lib/logging/log';
    import { noteSecret } from './lib/logging/hide-secrets';
    const key = 'sk-planted-0123456789';
    noteSecret(key, 'set_up');
    log.warn({ facts: { key } }, 'message with ' + key);
    log.error({ err: new Error('first ' + key, { cause: new TypeError('second ' + encodeURIComponent(key + '\\n')) }) }, 'broken');
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
  expect(stderr).toContain('message with [key]');
  expect(stderr).toContain('second [key]');
  expect(stdout + stderr).not.toContain('planted');
});
