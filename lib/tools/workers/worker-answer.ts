import type { Obstacle } from '../../domain/obstacle';
import type { Presentation } from '../../domain/presentation';
import type { ToolErrorCode } from '../../domain/tool-call';
import { systemErrorCode, ToolFailure } from '../tool-failure';

/** A thread sends this back, because messages between threads keep no class and no code of an error. */
export type WorkerAnswer<Output> =
  | { status: 'done'; output: Output }
  | {
      status: 'failed';
      code: ToolErrorCode;
      message: string;
      detail: Presentation | null;
      obstacle: Obstacle | null;
    }
  | { status: 'refused_by_system'; code: string; message: string };

/**
 * Wraps the work of a `*.worker.ts` as its default export: it runs in the thread, and expected failures come
 * back as answers.
 */
export function answering<Input, Output>(work: (input: Input) => Output | Promise<Output>) {
  return async (input: Input): Promise<WorkerAnswer<Output>> => {
    try {
      return { status: 'done', output: await work(input) };
    } catch (error) {
      if (error instanceof ToolFailure) {
        const { code, message, detail, obstacle } = error;
        return { status: 'failed', code, message, detail, obstacle };
      }
      const code = systemErrorCode(error);
      if (code === null) throw error;
      return { status: 'refused_by_system', code, message: error instanceof Error ? error.message : code };
    }
  };
}

/** Returns the output, or throws the failure that was thrown in the thread. */
export function takeAnswer<Output>(answer: WorkerAnswer<Output>): Output {
  if (answer.status === 'done') return answer.output;
  if (answer.status === 'failed')
    throw new ToolFailure(answer.code, answer.message, answer.detail, answer.obstacle);
  throw Object.assign(new Error(answer.message), { code: answer.code });
}
