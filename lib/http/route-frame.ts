import { z } from 'zod';
import type { Action } from '../policy/access';
import { AppError } from '../shared/app-error';
import { safeParse } from '../shared/safe-parse';
import { type Admitted, admit, findAllowed, type Gate } from './admit';
import { describeIssue } from './describe-issue';
import { toErrorResponse } from './error-response';
import { parseBodyText } from './parse-body-text';
import { shareByKey } from './share-by-key';

/** The message lists at most this many problems. Programs read all of them from `fields`. */
const maxProblems = 3;

/** Next gives no `params` to a route whose path has no folder in brackets. */
type RouteContext = { params?: Promise<Record<string, string | string[] | undefined> | undefined> };

export type Route = (request: Request, context: RouteContext) => Promise<Response>;

type RouteOptions<Services, Schema> = {
  /** Names the action of the request. The caller needs the access that `lib/policy/access` names for it. */
  action: Action;
  /**
   * Gives the shape of the body, or builds it from the app's services. Without a shape, the frame does not
   * read the body.
   */
  body?: Schema | ((services: Services) => Schema);
  /** Sets the status of a successful answer with a body. Defaults to 200. */
  status?: number;
  /**
   * Marks lists that every open page asks for: simultaneous requests of one person for one address share one
   * reading and its text. The frame still checks who sent each of them. `handle` then answers JSON and
   * ignores the request's headers.
   */
  isShared?: boolean;
};

type RouteInput<Services, Body> = Admitted<Services> & {
  /** Returns a part of the path, by the name of its folder: `param('id')` for `[id]`. */
  param(name: string): string;
  method: string;
  query: URLSearchParams;
  headers: Headers;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Asks again whether the client may do this: while it reads a stream, its session or its view may end. */
  mayStay(): Promise<boolean>;
  body: Body;
};

/**
 * Makes the frame of every route. The frame first finds out who asks and whether they may do it. Then it
 * checks the body, calls one use case and answers the result as JSON. It passes on a `Response` as it is,
 * answers 204 for `undefined`, and gives all errors the same shape. It calls `open` for each request to get
 * the running app.
 */
export function createRouteFrame<Services>(open: () => Promise<Gate<Services>>) {
  return function handleRoute<Schema extends z.core.$ZodType = z.ZodUndefined>(
    options: RouteOptions<Services, Schema>,
    handle: (input: RouteInput<Services, z.output<Schema>>) => Promise<unknown>,
  ): Route {
    const share = shareByKey<string>();
    const respond: Route = async (request, context) => {
      let text: string | null = null;
      try {
        const params = (await context.params) ?? {};
        const { id } = params;
        const thing = typeof id === 'string' ? id : null;
        const gate = await open();
        const ask = () => admit(gate, request.headers, options.action, thing);
        const first = await ask();
        const shape = typeof options.body === 'function' ? options.body(first.services) : options.body;
        if (shape) text = await readText(request);
        const body = shape && text !== null ? parseBody(text, shape) : undefined;
        // A client may hold its body back for a minute, and lose its access meanwhile.
        const admitted = shape ? await ask() : first;
        const input: RouteInput<Services, z.output<Schema>> = {
          ...admitted,
          param: (name) => String(params[name] ?? ''),
          method: request.method,
          // These values are computed on first use, because most routes need neither and both take time.
          get query() {
            return new URL(request.url).searchParams;
          },
          get signal() {
            return request.signal;
          },
          mayStay: () =>
            findAllowed(gate, request.headers, options.action, thing)
              .then(({ actor }) => thing === null || gate.sees(actor, thing))
              .catch((error) => !isDenial(error)),
          headers: request.headers,
          body: body as z.output<Schema>,
        };
        if (options.isShared) {
          const { id: personId, scope = 'all' } = admitted.actor;
          const key = `${personId} ${scope} ${request.url}`;
          const json = await share(key, async () => JSON.stringify(await handle(input)));
          return new Response(json, { headers: { 'content-type': 'application/json' } });
        }
        const answer = await handle(input);
        if (answer instanceof Response) return answer;
        if (answer === undefined) return new Response(null, { status: 204 });
        return Response.json(answer, { status: options.status ?? 200 });
      } catch (error) {
        const server = error instanceof AppError ? error.details.server : undefined;
        if (server === undefined) return toErrorResponse(error);
        // Where another server has the files, it answers in place of this one, which has changed nothing yet.
        const passedOn = open().then(({ passOn }) => passOn(request, text, server));
        return (await passedOn.catch(toErrorResponse)) ?? toErrorResponse(error);
      }
    };
    return async (request, context) => {
      const response = await respond(request, context);
      return request.method === 'HEAD' ? withoutBody(response) : response;
    };
  };
}

/**
 * The framework answers HEAD with the handler of GET, and neither reads nor ends its body: a stream of events
 * would go on, and a file would stay open.
 */
function withoutBody(response: Response): Response {
  void response.body?.cancel().catch(() => {});
  return new Response(null, response);
}

/** Every other failure says nothing about the client: a stream outlasts an outage of the database. */
const isDenial = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden');

/** Reads an empty body as `{}`, so that the answer names each field that is missing. */
function parseBody<Schema extends z.core.$ZodType>(text: string, schema: Schema): z.output<Schema> {
  const data = text.trim() === '' ? {} : parseBodyText(text);
  const parsed = safeParse(data, (json) => z.safeParse(schema, json, { error: describeIssue }));
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
  );
  const message = Object.values(fields).slice(0, maxProblems).join(' ');
  throw new AppError('invalid_body', message, { fields });
}

/** Reading fails only when the client leaves before its body is complete. */
async function readText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer().catch(() => {
    throw new AppError('malformed_json', 'The request ended before its body was complete.');
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('malformed_json', 'The request is not UTF-8 text.');
  }
}
