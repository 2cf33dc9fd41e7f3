import { type Duplex, pipeline, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { isMetadataService } from '../network/address-class';
import { createGuardedConnector } from '../network/guarded-connector';

/** A name or an address leads to a place where cloud machines hand out credentials. */
export class MetadataServiceError extends Error {
  constructor() {
    super('The address is a metadata service');
  }
}

/**
 * `startWatch` ends requests that take too long, so no limit of the connection comes first, except the limit
 * on connecting.
 */
const dispatcher = new Agent({
  headersTimeout: 0,
  bodyTimeout: 0,
  connect: createGuardedConnector(
    (address) => (address !== '' && isMetadataService(address) ? new MetadataServiceError() : null),
    { timeoutMs: 10_000, isStrict: false },
  ),
});

const maxRedirects = 5;

/**
 * The server redirects to another origin. That origin gets nothing, because a request holds the key and
 * people's files.
 */
export class ForeignRedirectError extends Error {
  constructor(readonly target: URL) {
    super('The server redirects to another origin');
  }
}

const withoutBody = [204, 205, 304];

/** We ask for no compression, and some proxies compress anyway. */
const decoders: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decode(body: Readable, encoding: string): Readable {
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  // The reader of the decoder gets the errors of both streams.
  return decoder ? pipeline(body, decoder, () => {}) : body;
}

/**
 * Does the part of `fetch` that the openai client uses, in a third of the processor time of the platform's
 * own `fetch` (docs/performance.md). Connections stay open. It follows redirects within their origin, and
 * throws `ForeignRedirectError` for other origins. Sends nothing to a metadata service, and throws
 * `MetadataServiceError`. Rejects with the network's own error.
 */
export async function leanFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (input instanceof Request) throw new TypeError('The openai client sends addresses');
  const {
    statusCode: status,
    headers,
    body,
  } = await follow(new URL(input), {
    method: (init.method ?? 'GET') as 'GET',
    headers: toSentHeaders(new Headers(init.headers)),
    body: typeof init.body === 'string' || init.body instanceof Uint8Array ? init.body : null,
    signal: init.signal ?? null,
  });
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
  if (!withoutBody.includes(status)) {
    const decoded = decode(body, String(headers['content-encoding'] ?? ''));
    return new StreamedResponse(decoded, { status, headers: fields });
  }
  await body.dump();
  return new Response(null, { status, headers: fields });
}

/** Lists names and values alternately, as undici takes them. */
function toSentHeaders(headers: Headers): string[] {
  const sent = [...headers].flat();
  return headers.has('accept-encoding') ? sent : [...sent, 'accept-encoding', 'identity'];
}

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal'>;

async function follow(first: URL, options: Options): Promise<Dispatcher.ResponseData> {
  let [url, sent] = [first, options];
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await request(url, { ...sent, dispatcher });
    const next = redirectTarget(response, url);
    if (next === null) return response;
    await response.body.dump();
    if (next.origin !== url.origin) throw new ForeignRedirectError(next);
    url = next;
    // Browsers keep the method and the body only for these two statuses.
    if (![307, 308].includes(response.statusCode)) sent = { ...sent, method: 'GET', body: null };
  }
  throw new Error('The server redirects in a circle');
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  const location = [headers['location'] ?? []].flat()[0];
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : null;
}

/** Keeps the body as a Node stream, because a web stream around it costs as much as the request. */
class StreamedResponse extends Response {
  constructor(
    readonly stream: Readable,
    init: ResponseInit,
  ) {
    super(null, init);
  }
  override get body() {
    // Node takes any iterable of bytes here, but the types are those of browsers.
    return new Response(this.stream as unknown as BodyInit).body;
  }
  override text() {
    return text(this.stream);
  }
  override async json() {
    return JSON.parse(await text(this.stream));
  }
}

/** Returns the bytes of a response's body, or null when it has none. */
export function bytesOf(response: Response): AsyncIterable<Uint8Array> | null {
  if (response instanceof StreamedResponse) return response.stream;
  return response.body as AsyncIterable<Uint8Array> | null;
}
