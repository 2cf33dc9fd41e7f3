import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { toServerFailure } from './server-failure';

/** Returns what a person reads when the connection to this host fails with a system's code. */
function explain(host: string, code: string): string {
  const cause = Object.assign(new Error('connect failed'), { code });
  const caught = new OpenAI.APIConnectionError({ message: 'Connection error.', cause });
  return toServerFailure(caught, { baseUrl: `http://${host}:11434/v1`, apiKey: null }).error.message;
}

test('from a container, a server that listens on 127.0.0.1 only is named as the likely cause', () => {
  for (const host of ['host.docker.internal', 'host.containers.internal']) {
    const said = explain(host, 'ECONNREFUSED');
    expect(said).toContain(`Nothing is listening at ${host}:11434. Is the model server running?`);
    expect(said).toContain('it probably listens on 127.0.0.1 only');
  }
  for (const host of ['localhost', 'docker.internal.example'])
    expect(explain(host, 'ECONNREFUSED')).not.toContain('127.0.0.1 only');
});

test('a container that does not know its machine is told how to start', () => {
  expect(explain('host.docker.internal', 'ENOTFOUND')).toContain(
    '--add-host=host.docker.internal:host-gateway',
  );
  expect(explain('models.example', 'ENOTFOUND')).toBe(
    'There is no server named models.example:11434. Check the address.',
  );
});
