/**
 * The highlighter does not know these names. C++ gets the colors of C, and a language without colors needs no
 * highlighter.
 */
const languages: Record<string, string> = {
  'c++': 'c',
  cc: 'c',
  cpp: 'c',
  cxx: 'c',
  env: 'ini',
  h: 'c',
  hh: 'c',
  hpp: 'c',
  ino: 'c',
  json5: 'json',
  mdx: 'markdown',
  log: '',
  plaintext: '',
  text: '',
  txt: '',
  vue: 'html',
};

const wholeNames: Record<string, string> = {
  '.bashrc': 'bash',
  '.profile': 'bash',
  '.zshrc': 'bash',
  gemfile: 'ruby',
  makefile: 'makefile',
  rakefile: 'ruby',
};

/** Returns the language of a file by its name. A name unknown to the highlighter leaves the text plain. */
export function languageOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  if (Object.hasOwn(wholeNames, name)) return wholeNames[name] ?? '';
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  return Object.hasOwn(languages, extension) ? (languages[extension] ?? '') : extension;
}

/** Returns the language of a body by its headers. */
export function languageOfType(headers: readonly { name: string; value: string }[]): string {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return /\b(json|html|xml|css|javascript|yaml|markdown)\b/i.exec(type)?.[1]?.toLowerCase() ?? '';
}
