import { readLongReply } from '../convention/long-reply';
import { answering } from '../tools/workers/worker-answer';

export default answering(readLongReply);
