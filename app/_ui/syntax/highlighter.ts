import { common, createLowlight } from 'lowlight';
import { nextTask } from '@/lib/shared/next-task';
import type { FindRanges } from './syntax-range';
import { type SyntaxNode, toRanges } from './to-ranges';

/** Colors are a help, not content: text that would take long to color stays plain. */
const maxCharacters = 200_000;

/**
 * Loaded on its own (`use-highlighter`): nothing else may import this file. The grammars are made one by one, since all of them in
 * one piece hold a page up for 60 ms.
 */
export async function createHighlighter(): Promise<FindRanges> {
  const lowlight = createLowlight();
  for (const [language, grammar] of Object.entries(common)) {
    lowlight.register(language, grammar);
    await nextTask();
  }
  return (language, text) => {
    if (text.length > maxCharacters || !lowlight.registered(language)) return [];
    return toRanges(lowlight.highlight(language, text).children as SyntaxNode[]);
  };
}
