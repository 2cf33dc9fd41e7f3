import type { TranscriptMessage } from '../lib/domain/transcript';
import { emptyReply } from '../lib/llm/testing/empty-reply';
import type { Model, ModelReply, ModelRequest } from '../lib/models/model.port';
import type { ModelSource } from '../lib/models/model-source.port';

/**
 * The model's next answer is text (a call is text, too), a complete reply, or a function that takes its time.
 */
export type ScriptedReply =
  | string
  | Partial<ModelReply>
  | ((request: ModelRequest) => Promise<string> | string);

/**
 * Returns a model that follows a script. A call that the script does not expect fails, and `expectUsedUp`
 * fails when replies are left.
 */
export function scriptedModel(replies: ScriptedReply[]) {
  const left = [...replies];
  const requests: TranscriptMessage[][] = [];
  const model: Model = {
    name: 'Scripted model',
    findWindow: async () => null,
    async *streamReply(request) {
      requests.push([...request.messages]);
      const next = left.shift();
      if (next === undefined) throw new Error(`Unexpected call of the model, number ${requests.length}`);
      const answer = typeof next === 'function' ? await next(request) : next;
      request.signal.throwIfAborted();
      const reply: ModelReply = {
        ...emptyReply,
        ...(typeof answer === 'string' ? { content: answer } : answer),
      };
      for (const piece of reply.content.match(/[\s\S]{1,7}/g) ?? []) yield { type: 'text', text: piece };
      yield { type: 'finished', reply };
    },
  };
  return {
    model,
    requests,
    expectUsedUp() {
      if (left.length > 0) throw new Error(`${left.length} scripted replies were never asked for`);
    },
  };
}

export type ScriptedSource = Pick<ModelSource, 'inForce' | 'find' | 'open'>;

/** Returns a source that gives every run this model. */
export function scriptedSource(model: Model): ScriptedSource {
  return {
    inForce: async () => ({ name: model.name, bound: { provider: 'demo' } }),
    find: async () => null,
    open: async () => model,
  };
}

/** Hangs like a model that never answers: rejects with the abort's reason when the request is aborted. */
export const hang = ({ signal }: ModelRequest): Promise<string> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

export function call(tool: string, parameters: unknown, terminate = false): string {
  return JSON.stringify({ tool, parameters, terminate });
}
