/** A text that the browser saves as a file. */
export function toDownload({ text, type, fileName }: { text: string; type: string; fileName: string }) {
  return new Response(text, {
    headers: { 'content-type': type, 'content-disposition': toDisposition(fileName, 'attachment') },
  });
}

/**
 * The `content-disposition` of a file (RFC 6266). It has the name twice: for old clients in plain ASCII, then exactly,
 * without characters that hide or reorder.
 */
export function toDisposition(fileName: string, use: 'inline' | 'attachment'): string {
  const name = fileName.replaceAll(/\p{C}/gu, '_');
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()-]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `${use}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
