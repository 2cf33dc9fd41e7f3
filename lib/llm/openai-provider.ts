import type { ServerProvider } from '../models/provider.port';
import { listOfferedModels } from './model-servers';
import { createOpenAiModel } from './openai-model';

/** Reaches any server with the chat-completions API of OpenAI. */
export const openAiCompatible: ServerProvider = {
  id: 'openai_compatible',
  label: 'A model server',
  description: 'OpenAI, OpenRouter, Ollama, LM Studio, vLLM, llama.cpp and others.',
  needsServer: true,
  open: createOpenAiModel,
  listOfferedModels,
};
