import { afterAll, beforeAll, expect, test } from 'vitest';
import { openToolbox } from '../../tests/open-toolbox';

let tools: Awaited<ReturnType<typeof openToolbox>>;
beforeAll(async () => {
  tools = await openToolbox();
});
afterAll(() => tools.close());

test('an empty value of a parameter that needs a text is named, with what to send, once', async () => {
  const { toolbox, names } = tools;
  const messages = new Map<string, string>();
  for (const { name: tool, parameters } of await toolbox.describe(names)) {
    const filled = Object.fromEntries(
      parameters
        .filter(({ required }) => required)
        .map(({ name }) => [name, name === 'url' ? 'http://example.com/' : 'x']),
    );
    for (const { name, type } of parameters.filter((one) => one.type.startsWith('string'))) {
      const prepared = await toolbox.prepare({ tool, parameters: { ...filled, [name]: '' }, listed: [] });
      if (prepared.status === 'malformed' && !type.includes('"'))
        messages.set(`${tool}.${name}`, prepared.message);
    }
  }
  expect([...messages.keys()]).toEqual(
    expect.arrayContaining([
      'edit_file.old_text',
      'edit_file.path',
      'move_file.to',
      'run_command.command',
      'http_request.url',
    ]),
  );
  for (const [key, message] of messages) {
    const name = key.split('.')[1];
    expect(message, key).toMatch(new RegExp(`^"${name}" is empty[.:] .{10,}`));
    expect(message.match(/is empty/g), key).toHaveLength(1);
    expect(message, key).not.toMatch(/Too small|>=/);
  }
  expect(messages.get('edit_file.old_text')).toContain('to add text, send a line that is there');
});
