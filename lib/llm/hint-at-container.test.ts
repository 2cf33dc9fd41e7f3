import { expect, test } from 'vitest';
import { hintAtContainer, withContainerHint } from './hint-at-container';
import { openAiCompatible } from './openai-provider';

const unreachable = { code: 'unreachable', message: 'Nothing is listening there.' } as const;
const at = (baseUrl: string) => ({ baseUrl, apiKey: null });

test('in a container, a person who entered localhost reads the address of the machine', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(
      hintAtContainer(unreachable, at(`http://${host}:11434/v1`), 'host.docker.internal').message,
    ).toContain(
      `${host} is the container itself. A server of your machine is at http://host.docker.internal:11434/v1.`,
    );
});

test('nothing is added outside a container, for other hosts, and to other failures', () => {
  const refused = { code: 'unauthorized', message: 'No key.' } as const;
  for (const [failure, address, containerHost] of [
    [unreachable, 'http://localhost:11434/v1', null],
    [unreachable, 'http://models.example/v1', 'host.docker.internal'],
    [unreachable, 'no address', 'host.docker.internal'],
    [refused, 'http://localhost:11434/v1', 'host.docker.internal'],
  ] as const)
    expect(hintAtContainer(failure, at(address), containerHost)).toEqual({ message: failure.message });
});

test('the list of a server’s models has the hint', async () => {
  const listOfferedModels = async () => ({ ok: false, ...unreachable }) as const;
  const provider = withContainerHint({ ...openAiCompatible, listOfferedModels }, 'host.docker.internal');
  const listed = await provider.listOfferedModels(at('http://localhost:1234/v1'));
  expect(listed).toMatchObject({ ok: false, message: expect.stringContaining('host.docker.internal:1234') });
});
