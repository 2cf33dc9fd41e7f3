import { common, createLowlight } from 'lowlight';
import type { FindRanges } from './syntax-range';
import { type SyntaxNode, toRanges } from './to-ranges';

/** Colours are a help, not the content: what would take long to colour stays plain. */
const maxCharacters = 200_000;

const lowlight = createLowlight(common);

/** Loaded on its own (`use-highlighter`): nothing else may import this file. */
export const findRanges: FindRanges = (language, text) => {
  if (text.length > maxCharacters || !lowlight.registered(language)) return [];
  return toRanges(lowlight.highlight(language, text).children as SyntaxNode[]);
};
