import path from 'node:path';
import { boundText } from '../../domain/bound-text';
import type { Presentation } from '../../domain/presentation';
import { formatBytes } from '../../shared/quantities';

const languages: Record<string, string> = {
  css: 'css',
  csv: 'csv',
  html: 'html',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'jsx',
  json: 'json',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  go: 'go',
  java: 'java',
  sh: 'bash',
  sql: 'sql',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'tsx',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** A person gets at most this many characters of a text. The file itself holds the rest. */
const maxCharacters = 1_000_000;

/**
 * Shows a file's text for a person to open; `addition` follows the path and says which part or state of the
 * file it is.
 */
export function toFileText(shownPath: string, text: string, addition = ''): Presentation {
  const extension = path.posix.extname(shownPath).slice(1).toLowerCase();
  const language = Object.hasOwn(languages, extension) ? (languages[extension] ?? null) : null;
  const bounded = boundText(text, 'Open the file to see all of it.', maxCharacters);
  return { kind: 'text', title: shownPath + addition, text: bounded, language, path: shownPath };
}

/** Shows the name and size of a file that is not text or is too large to show. */
export function toFileFacts(shownPath: string, bytes: number): Presentation {
  return { kind: 'entries', title: 'File', entries: [{ name: shownPath, detail: formatBytes(bytes) }] };
}
