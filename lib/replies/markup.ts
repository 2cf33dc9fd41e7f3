/** One start or end tag of XML-like markup. */
export type Tag = {
  name: string;
  isClose: boolean;
  isSelfClosing: boolean;
  hasAttributes: boolean;
  end: number;
};

const maxTagLength = 400;

/** The tag at `at`, or null: `<` alone, `< 5` and `<|token|>` are not tags. */
export function tagAt(text: string, at: number): Tag | null {
  const isClose = text[at + 1] === '/';
  const nameStart = at + (isClose ? 2 : 1);
  let nameEnd = nameStart;
  while (nameEnd - nameStart < 64 && isNameCharacter(text.charAt(nameEnd))) nameEnd += 1;
  if (nameEnd === nameStart || !/[a-z]/i.test(text.charAt(nameStart))) return null;
  let end = nameEnd;
  while (
    end - at < maxTagLength &&
    end < text.length &&
    text[end] !== '>' &&
    text[end] !== '<' &&
    text[end] !== '\n'
  )
    end += 1;
  if (text[end] !== '>') return null;
  return {
    name: text.slice(nameStart, nameEnd).toLowerCase(),
    isClose,
    isSelfClosing: text[end - 1] === '/',
    hasAttributes: end > nameEnd + (text[end - 1] === '/' ? 1 : 0),
    end: end + 1,
  };
}

/** The end tags of a text. Collects them in one pass on first use, so that each question is cheap. */
export class EndTags {
  private positions: Map<string, { start: number; end: number }[]> | null = null;
  private readonly passed = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** The first end tag of that name from `from` on. Questions about one name must come in ascending order. */
  after(name: string, from: number): { start: number; end: number } | null {
    this.positions ??= this.collect();
    const found = this.positions.get(name) ?? [];
    let index = this.passed.get(name) ?? 0;
    while ((found[index]?.start ?? Number.POSITIVE_INFINITY) < from) index += 1;
    this.passed.set(name, index);
    return found[index] ?? null;
  }

  private collect(): Map<string, { start: number; end: number }[]> {
    const positions = new Map<string, { start: number; end: number }[]>();
    for (let at = this.text.indexOf('</'); at !== -1; at = this.text.indexOf('</', at + 2)) {
      const tag = tagAt(this.text, at);
      if (!tag) continue;
      const known = positions.get(tag.name);
      if (known) known.push({ start: at, end: tag.end });
      else positions.set(tag.name, [{ start: at, end: tag.end }]);
    }
    return positions;
  }
}

function isNameCharacter(character: string): boolean {
  return /[\w:.-]/.test(character);
}
