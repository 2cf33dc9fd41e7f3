/** Names the kinds of file as people call them, by the ending of the file's name. */
const kinds: Record<string, string> = {
  C: 'c h',
  'C++': 'cc cpp cxx hh hpp',
  'C#': 'cs',
  CSS: 'css less sass scss',
  'CSV table': 'csv',
  Go: 'go',
  HTML: 'htm html',
  Java: 'java',
  JavaScript: 'cjs js jsx mjs',
  JSON: 'json json5 jsonc',
  'JSON lines': 'jsonl ndjson',
  Kotlin: 'kt kts',
  Log: 'log',
  Markdown: 'markdown md mdx',
  PHP: 'php',
  Python: 'py',
  Ruby: 'rb',
  Rust: 'rs',
  Settings: 'cfg conf env ini properties toml',
  'Shell script': 'bash sh zsh',
  SQL: 'sql',
  'SVG picture': 'svg',
  Swift: 'swift',
  'Tab-separated table': 'tsv',
  Text: 'text txt',
  TypeScript: 'cts mts ts tsx',
  XML: 'xml',
  YAML: 'yaml yml',
};

const kindOfEnding = new Map(
  Object.entries(kinds).flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind])),
);

/**
 * Returns "Markdown" or "PNG picture", or "File" when neither a picture's media type nor the name tells more.
 */
export function describeKind(path: string, pictureType: string | null): string {
  if (pictureType !== null) return `${pictureType.slice('image/'.length).toUpperCase()} picture`;
  const ending = /[^/]\.([a-z\d]+)$/i.exec(path)?.[1] ?? '';
  return kindOfEnding.get(ending.toLowerCase()) ?? 'File';
}
