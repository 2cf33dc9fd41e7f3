import type { ModelReply } from '../model.port';

/** A complete reply with nothing in it, and nothing known about it. */
export const emptyReply: ModelReply = {
  content: '',
  toolCalls: [],
  finishReason: 'stop',
  isDamaged: false,
  model: null,
  usage: null,
  firstTokenMs: null,
};
