import { inFence } from './in-fence';

/**
 * An answer for a person never begins a line with this, so that a reply can end where a model begins to
 * invent a result.
 */
export const resultStart = '[Result: ';

export const toResultHead = (tool: string, step: number, ending: string): string =>
  `${resultStart}${tool}, step ${step}, ${ending}]`;

/**
 * Puts plain text in a fence that it cannot close, so that nothing in a result can pass for something else.
 */
export const inResultFrame = (head: string, text: string): string => `${head}\n${inFence(text)}`;

export const toResultText = (tool: string, step: number, ending: string, text: string): string =>
  inResultFrame(toResultHead(tool, step, ending), text);
