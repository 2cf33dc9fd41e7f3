export type FoundTask = {
  text: string;
  owner: string | null;
  due: string | null;
  isDone: boolean;
  line: number;
};

const markedTask = /^(?:todo|to do|action|task|next step)s?\s*[:–-]\s*/i;
const obligation =
  /\b(?:will|must|should|shall|needs? to|has to|have to|is going to|agreed to|promised to|please)\b/i;
const dueDate =
  /\b(?:by|until|before|due|on)\s+((?:next\s+)?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|(?:the\s+)?end of (?:the )?\w+|\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?\s+[A-Z][a-z]+|[A-Z][a-z]+ \d{1,2}))/i;

/**
 * Finds sentences that read like a task: open or ticked check boxes, "TODO:", or a person who will or must do
 * something. In a plain list without any of these, every item is a task.
 */
export function findTasks(lines: readonly string[]): FoundTask[] {
  const blocks = toBlocks(lines);
  const found = blocks.flatMap((block) =>
    block.box === null
      ? toSentences(block).filter(({ text }) => markedTask.test(text) || obligation.test(text))
      : [{ text: block.text, line: block.line, isDone: block.box !== ' ' }],
  );
  const isPlainList = found.length === 0 && blocks.every((block) => block.isItem);
  return (isPlainList ? blocks : found).map((sentence) => toTask({ isDone: false, ...sentence }));
}

/**
 * Holds a list item, or lines that belong together. `box` is the character in the item's check box, or null
 * when it has none.
 */
type Block = { text: string; line: number; isItem: boolean; box: string | null };

function toBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(line);
    const last = blocks.at(-1);
    if (/^\s*(?:#.*|\|.*)?$/.test(line)) isOpen = false;
    else if (!item && isOpen && last) last.text += `\n${line.trim()}`;
    else {
      const text = (item?.[2] ?? line).trim();
      blocks.push({ text, line: index + 1, isItem: item !== null, box: item?.[1] ?? null });
      isOpen = true;
    }
  }
  return blocks;
}

function toSentences({ text, line }: Block): { text: string; line: number }[] {
  let at = line;
  return text.split(/(?<=[.!?])\s(?=[\p{Lu}\d"“])/u).map((sentence) => {
    const begin = at;
    at += sentence.split('\n').length - 1 + (text.includes(`${sentence}\n`) ? 1 : 0);
    return { text: sentence.replaceAll('\n', ' '), line: begin };
  });
}

function toTask({ text, line, isDone }: { text: string; line: number; isDone: boolean }): FoundTask {
  const plain = text.replaceAll('\n', ' ').replace(markedTask, '');
  return { text: plain, owner: ownerOf(plain), due: dueDate.exec(plain)?.[1] ?? null, isDone, line };
}

/** Finds the owner in "Anna will …", "(Anna)", "@anna" and "Anna: …". Returns null when the text names no one. */
function ownerOf(text: string): string | null {
  const name =
    /\b(\p{Lu}[\p{L}-]+)\s+(?:will|must|should|shall|needs? to|has to|is going to|agreed to|promised to)\b/u.exec(
      text,
    );
  const aside = /\((\p{Lu}[\p{L}-]+)\)|@(\p{L}[\p{L}-]*)|^\*{0,2}(\p{Lu}[\p{L}-]+)\*{0,2}:/u.exec(text);
  const found = name?.[1] ?? aside?.[1] ?? aside?.[2] ?? aside?.[3] ?? null;
  return found !== null && /^(it|we|they|this|that|there|she|he|you|one|everybody|somebody)$/i.test(found)
    ? null
    : found;
}
