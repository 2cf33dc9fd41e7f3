import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { buildSystemPrompt } from '../convention/build-prompt';
import { createBuiltInTools } from '../tools/built-in-tools';
import { createToolParts } from '../tools/tool-parts';
import { createToolbox } from '../tools/toolbox';
import { defaultSystemPrompt } from './default-prompt';

/**
 * A new tool raises both numbers: the tokens by its own, and no more.
 */
const built = { tools: 9, mostTokens: 1_200 };

it('the system prompt of a run with all built-in tools stays small', async () => {
  const toolbox = createToolbox({ tools: createBuiltInTools(createToolParts({ workspaceDir: '/nowhere' })) });
  const tools = await toolbox.describe(await toolbox.names());
  expect(tools).toHaveLength(built.tools);
  const prompt = buildSystemPrompt(defaultSystemPrompt.text, tools);
  expect(encode(prompt).length).toBeLessThanOrEqual(built.mostTokens);
});
