import type { ModelReply } from '../../models/model.port';

/** This reply is complete and empty, and nothing is known about it. */
export const emptyReply: ModelReply = {
  content: '',
  toolCalls: [],
  finishReason: 'stop',
  isDamaged: false,
  model: null,
  usage: null,
  firstTokenMs: null,
};
