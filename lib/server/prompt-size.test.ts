import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { buildSystemPrompt } from '../convention/build-prompt';
import { createBuiltInTools } from '../tools/built-in-tools';
import { createToolParts } from '../tools/tool-parts';
import { createToolbox } from '../tools/toolbox';
import { defaultSystemPrompt } from './default-prompt';

it('the system prompt of a run with the nine built-in tools has at most 1,200 tokens', async () => {
  const toolbox = createToolbox({ tools: createBuiltInTools(createToolParts({ workspaceDir: '/nowhere' })) });
  const tools = await toolbox.describe(await toolbox.names());
  expect(tools).toHaveLength(9);
  const prompt = buildSystemPrompt(defaultSystemPrompt.text, tools);
  expect(encode(prompt).length).toBeLessThanOrEqual(1_200);
});
