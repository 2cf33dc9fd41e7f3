const names: Partial<Record<string, string>> = {
  ' ': 'space',
  '\t': 'tab',
  '\n': '\\n',
  '\r': '\\r',
  '\u00a0': 'no-break space',
  '\u202f': 'narrow no-break space',
  '\u3000': 'ideographic space',
  '\u200b': 'zero-width space',
  '\u00ad': 'soft hyphen',
  '\ufeff': 'byte order mark',
};
const maxRuns = 4;

/** Names the characters of a short text, each with its code point: “4 × space (U+0020)”, or "nothing". */
export function nameCharacters(text: string): string {
  const runs = text.match(/(.)\1*/gsu) ?? [];
  const named = runs.slice(0, maxRuns).map((run) => {
    const [character = ''] = run;
    const times = run.length / character.length;
    return times === 1 ? nameCharacter(character) : `${times} × ${nameCharacter(character)}`;
  });
  if (named.length === 0) return 'nothing';
  return runs.length > maxRuns ? `${named.join(', ')}, …` : named.join(', ');
}

function nameCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const isHidden = /[\p{Z}\p{C}\p{M}]/u.test(character);
  const shown = names[character] ?? (isHidden ? '' : character);
  return shown === '' ? `U+${code}` : `${shown} (U+${code})`;
}
