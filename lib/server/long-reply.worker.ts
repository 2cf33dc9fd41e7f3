import { readReply } from '../convention/read-reply';
import { answering } from '../tools/workers/worker-answer';

export default answering(readReply);
