import type { KnownToRun } from '../convention/judge-examples';
import { readWithinLimits } from '../convention/long-reply';
import type { ModelReply } from '../models/model.port';
import { answering } from '../tools/workers/worker-answer';

type Input = { reply: ModelReply; known: KnownToRun | undefined };

export default answering(({ reply, known }: Input) => readWithinLimits(reply, known));
