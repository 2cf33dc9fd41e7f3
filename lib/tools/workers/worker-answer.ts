import type { Presentation } from '../../domain/presentation';
import type { ToolErrorCode } from '../../domain/tool-call';
import { systemErrorCode, ToolFailure } from '../tool-failure';

/** What comes back from a thread: messages between threads keep no class and no code of an error. */
export type WorkerAnswer<Output> =
  | { status: 'done'; output: Output }
  | { status: 'failed'; code: ToolErrorCode; message: string; detail: Presentation | null }
  | { status: 'refused_by_system'; code: string; message: string };

/** The default export of a `*.worker.ts`: does the work there and brings expected failures over. */
export function answering<Input, Output>(work: (input: Input) => Output | Promise<Output>) {
  return async (input: Input): Promise<WorkerAnswer<Output>> => {
    try {
      return { status: 'done', output: await work(input) };
    } catch (error) {
      if (error instanceof ToolFailure)
        return { status: 'failed', code: error.code, message: error.message, detail: error.detail };
      const code = systemErrorCode(error);
      if (code === null) throw error;
      return { status: 'refused_by_system', code, message: error instanceof Error ? error.message : code };
    }
  };
}

/** The output, or the failure that was thrown in the thread. */
export function takeAnswer<Output>(answer: WorkerAnswer<Output>): Output {
  if (answer.status === 'done') return answer.output;
  if (answer.status === 'failed') throw new ToolFailure(answer.code, answer.message, answer.detail);
  throw Object.assign(new Error(answer.message), { code: answer.code });
}
