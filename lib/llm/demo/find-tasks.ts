export type FoundTask = {
  text: string;
  owner: string | null;
  due: string | null;
  isDone: boolean;
  line: number;
};

const MARKED = /^(?:todo|to do|action|task|next step)s?\s*[:–-]\s*/i;
const OBLIGATION =
  /\b(?:will|must|should|shall|needs? to|has to|have to|is going to|agreed to|promised to|please)\b/i;
const DUE =
  /\b(?:by|until|before|due|on)\s+((?:next\s+)?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|(?:the\s+)?end of (?:the )?\w+|\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?\s+[A-Z][a-z]+|[A-Z][a-z]+ \d{1,2}))/i;

/** Lines of notes that read like a task: open check boxes, "TODO:", or somebody who will or must do something. */
export function findTasks(lines: readonly string[]): FoundTask[] {
  return lines.flatMap((line, index) => {
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)?.[1] ?? line.trim();
    const box = /^\[([ xX])\]\s+(.*)$/.exec(item);
    const text = (box?.[2] ?? item).trim();
    if (text === '' || text.startsWith('#')) return [];
    if (!box && !MARKED.test(text) && !OBLIGATION.test(text)) return [];
    return [
      {
        text: text.replace(MARKED, ''),
        owner: ownerOf(text.replace(MARKED, '')),
        due: DUE.exec(text)?.[1] ?? null,
        isDone: box !== null && box[1] !== ' ',
        line: index + 1,
      },
    ];
  });
}

/** "Anna: …", "Anna will …", "(Anna)", "@anna". */
function ownerOf(text: string): string | null {
  const name =
    /^\*{0,2}([A-Z][\p{L}-]+)\*{0,2}(?::\*{0,2}|\s+(?:will|must|should|needs? to|has to|is going to|agreed to)\b)/u.exec(
      text,
    );
  const aside = /\(([A-Z][\p{L}-]+)\)|@([\p{L}][\p{L}-]*)/u.exec(text);
  const found = name?.[1] ?? aside?.[1] ?? aside?.[2] ?? null;
  return found !== null && /^(it|we|they|this|that|there|she|he|you)$/i.test(found) ? null : found;
}
