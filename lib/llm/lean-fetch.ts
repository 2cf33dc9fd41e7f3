import { type Duplex, pipeline, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, interceptors, request } from 'undici';

/** `startWatch` ends requests that take too long, so no limit of the connection comes first, except the one on connecting. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 }).compose(
  stayWithOrigin,
  interceptors.redirect({ maxRedirections: 5 }),
);

/** Any other header may hold a secret. */
const harmless = ['accept', 'accept-encoding', 'content-type', 'user-agent'];

/** Below the redirects: each hop passes through here. They make a list of the headers, name after value. */
function stayWithOrigin(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    const { secretsFor, headers, ...rest } = options as typeof options & { secretsFor?: string };
    if (String(options.origin) === secretsFor || !Array.isArray(headers)) return dispatch(options, handler);
    const pairs = headers.flatMap((name, index) =>
      index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [],
    );
    const kept = pairs.filter(([name]) => harmless.includes(String(name).toLowerCase()));
    return dispatch({ ...rest, headers: kept.flat() }, handler);
  };
}

const withoutBody = [204, 205, 304];

/** We ask for none of these, and some proxies compress all the same. */
const decoders: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decode(body: Readable, encoding: string): Readable {
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  // The reader of the decoder gets what breaks on either side.
  return decoder ? pipeline(body, decoder, () => {}) : body;
}

/**
 * The part of `fetch` that the openai client uses, at a third of the processor time of the platform's own (docs/performance.md):
 * connections stay open, redirects are followed, and another origin never gets the key nor a header of ours. Rejects with the network's own error.
 */
export async function leanFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (input instanceof Request) throw new TypeError('The openai client sends addresses');
  // `secretsFor` is ours: `stayWithOrigin` reads it.
  const options = {
    dispatcher,
    secretsFor: new URL(String(input)).origin,
    method: (init.method ?? 'GET') as 'GET',
    headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(init.headers)) },
    body: typeof init.body === 'string' ? init.body : null,
    signal: init.signal ?? null,
  };
  const { statusCode: status, headers, body } = await request(input, options);
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

/** A response whose body stays as it came: a web stream around it costs as much as the request. */
class StreamedResponse extends Response {
  constructor(
    readonly stream: Readable,
    init: ResponseInit,
  ) {
    super(null, init);
  }
  override get body() {
    // Node takes any iterable of bytes here; the types are those of browsers.
    return new Response(this.stream as unknown as BodyInit).body;
  }
  override text() {
    return text(this.stream);
  }
  override async json() {
    return JSON.parse(await text(this.stream));
  }
}

/** The bytes of a response's body. Null: it has none. */
export function bytesOf(response: Response): AsyncIterable<Uint8Array> | null {
  if (response instanceof StreamedResponse) return response.stream;
  return response.body as AsyncIterable<Uint8Array> | null;
}
