/** Writes a folder in its plain form: "notes" for "./notes/", and "." for the workspace itself. */
export function toPlainFolder(folder: string): string {
  const names = folder.split('/').filter((name) => name !== '' && name !== '.');
  return names.length === 0 ? '.' : names.join('/');
}

/** Names a folder inside a sentence of words before a call, which are plain text. */
export function nameFolder(folder: string): string {
  const plain = toPlainFolder(folder);
  return plain === '.' ? 'the workspace' : plain;
}

/** Names a folder inside a sentence of an answer, which is Markdown. */
export function nameFolderInAnswer(folder: string): string {
  const plain = toPlainFolder(folder);
  return plain === '.' ? 'the workspace' : `**${plain}**`;
}
