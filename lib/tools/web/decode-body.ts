import { formatBytes } from '../../shared/quantities';

/**
 * Returns the text of a response, or a line that says how many bytes are not text. The first known encoding
 * that the bytes do not refute counts: the header's, the byte order mark's, that of the page's own `meta` or
 * XML declaration, UTF-8 if the bytes fit it, and windows-1252 for a type of text. With `isPart`, the last
 * character may be incomplete.
 */
export function decodeBody(bytes: Uint8Array, contentType: string, isPart: boolean): string {
  const text = findText(bytes, contentType.toLowerCase(), isPart);
  return text ?? `(${formatBytes(bytes.length)} that are not text, ${contentType || 'of unknown type'})`;
}

const textTypes =
  /^\s*(?:text\/|message\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|javascript|ecmascript|x-javascript|x-ndjson|ndjson|x-www-form-urlencoded|graphql|sql|toml|x-sh)\b|[\w.-]+\/[\w.-]+\+(?:json|xml|yaml)\b)/;

function findText(bytes: Uint8Array, contentType: string, isPart: boolean): string | null {
  const declared = [headerCharset(contentType), markedCharset(bytes), pageCharset(bytes, contentType)].filter(
    (label) => label !== null && isKnown(label) && !isRefuted(label, bytes),
  ) as string[];
  for (const label of [...declared, 'utf-8']) {
    const text = decode(label, bytes, isPart, true);
    if (text !== null && !isBinary(text, label)) return text;
  }
  if (!textTypes.test(contentType)) return null;
  const text = decodeLoosely(declared[0], bytes, isPart);
  return isBinary(text, '') ? null : text;
}

/** No UTF-16 has so many bytes that are all ASCII. */
const surelyAscii = 16;

/**
 * Says whether the bytes show that the encoding is another one: they begin with the mark of that one, or they
 * are ASCII that is declared as UTF-16.
 */
function isRefuted(label: string, bytes: Uint8Array): boolean {
  const marked = markedCharset(bytes);
  const { encoding } = new TextDecoder(label);
  if (marked !== null) return encoding !== marked;
  if (!encoding.startsWith('utf-16') || bytes.length < surelyAscii) return false;
  return bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
}

/**
 * Decodes bytes that fit none of the declared encodings: most likely, a page says UTF-8 and is windows-1252.
 */
function decodeLoosely(label: string | undefined, bytes: Uint8Array, isPart: boolean): string {
  const asDeclared = label === undefined ? null : decode(label, bytes, isPart, false);
  const hasReadable = asDeclared !== null && /[^\0-\x7f\ufffd]/.test(asDeclared);
  return hasReadable ? asDeclared : (decode('windows-1252', bytes, isPart, false) ?? '');
}

function headerCharset(contentType: string): string | null {
  return /;\s*charset\s*=\s*["']?\s*([^\s"',;]+)/.exec(contentType)?.[1] ?? null;
}

function markedCharset([first, second, third]: Uint8Array): string | null {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

const markupTypes = /^\s*(?:$|;|text\/html|text\/xml|[\w.-]+\/(?:[\w.-]+\+)?xml\b)/;
const maxSniffedBytes = 1_024;

/**
 * Finds the encoding that markup names itself, as browsers do:
 * <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>.
 */
function pageCharset(bytes: Uint8Array, contentType: string): string | null {
  if (!markupTypes.test(contentType)) return null;
  const start = Buffer.from(bytes.subarray(0, maxSniffedBytes)).toString('latin1');
  const label = metaCharset(start) ?? /^\s*<\?xml\b[^>]*?\sencoding\s*=\s*["']([^"'>]+)/i.exec(start)?.[1];
  // A label that is readable in ASCII was not written in UTF-16.
  return label === undefined ? null : label.replace(/^\s*utf-16.*$/i, 'utf-8');
}

function metaCharset(start: string): string | undefined {
  const tags = start
    .replace(/<!--.*?(?:-->|$)/gs, '')
    .matchAll(/<meta(?=[\s/])((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi);
  for (const [, tag = ''] of tags) {
    const attributes = readAttributes(tag);
    const isType = attributes.get('http-equiv')?.toLowerCase() === 'content-type';
    const inContent = isType
      ? /charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(attributes.get('content') ?? '')
      : null;
    const label = (attributes.get('charset') ?? inContent?.[1])?.replace(/\/$/, '');
    if (label !== undefined && isKnown(label)) return label;
  }
  return undefined;
}

function readAttributes(tag: string): Map<string, string> {
  const found = tag.matchAll(/([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g);
  return new Map(
    [...found].map(([, name = '', ...values]) => [name.toLowerCase(), values.find(Boolean) ?? '']),
  );
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label) !== null;
  } catch {
    return false;
  }
}

/** Returns null when `fatal` is set and the bytes do not fit the encoding. */
function decode(label: string, bytes: Uint8Array, isPart: boolean, fatal: boolean): string | null {
  const decoder = new TextDecoder(label, { fatal });
  try {
    // Node 20 decodes 0x80 to 0x9F of windows-1252 wrongly unless it is told that more may follow.
    const text = decoder.decode(bytes, { stream: true });
    return isPart ? text : text + decoder.decode();
  } catch {
    return null;
  }
}

/**
 * Returns true when a text has a zero character, or, in an encoding that decodes any bytes, more control
 * characters than text has.
 */
function isBinary(text: string, label: string): boolean {
  if (text.slice(0, 8_192).includes('\0')) return true;
  if (/^utf-?8$/.test(label)) return false;
  const controls = text.match(/(?![\t-\r])\p{Cc}/gu)?.length ?? 0;
  return controls > Math.max(1, text.length / 500);
}
