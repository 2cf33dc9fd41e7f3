import { common, createLowlight } from 'lowlight';
import { nextTask } from '@/lib/shared/next-task';
import type { FindRanges } from './syntax-range';
import { type SyntaxNode, toRanges } from './to-ranges';

/** Colors help but are not content, so text that would take long to color stays plain. */
const maxCharacters = 200_000;

/**
 * This file loads on its own (`use-highlighter`), so nothing else may import it. It creates the grammars one
 * by one, because creating all in one go blocks a page for 60 ms.
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
