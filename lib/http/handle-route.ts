import { z } from 'zod';
import { type Actor, localActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { describeIssue } from './describe-issue';
import { toErrorResponse } from './error-response';

/** How many problems the message lists. Programs read all of them from `fields`. */
const maxProblems = 3;

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

export type RouteInput<Body> = {
  actor: Actor;
  /** A part of the path, by the name of its folder: `param('id')` for `[id]`. */
  param(name: string): string;
  query: URLSearchParams;
  headers: Headers;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  body: Body;
};

/**
 * The frame of every route: knows who asks, checks the body, calls one use case and answers its result as JSON.
 * A `Response` is passed on as it is; `undefined` answers 204. Errors become the one error shape.
 */
export function handleRoute<Schema extends z.core.$ZodType = z.ZodUndefined>(
  options: { body?: Schema; status?: number },
  handle: (input: RouteInput<z.output<Schema>>) => Promise<unknown>,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, context) => {
    try {
      const params = await context.params;
      const body = options.body ? await parseBody(request, options.body) : undefined;
      const answer = await handle({
        actor: localActor,
        param: (name) => String(params[name] ?? ''),
        query: new URL(request.url).searchParams,
        headers: request.headers,
        signal: request.signal,
        body: body as z.output<Schema>,
      });
      if (answer instanceof Response) return answer;
      if (answer === undefined) return new Response(null, { status: 204 });
      return Response.json(answer, { status: options.status ?? 200 });
    } catch (error) {
      return toErrorResponse(error);
    }
  };
}

/** An empty body counts as `{}`: the answer then names each field that is missing. */
async function parseBody<Schema extends z.core.$ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await request.text();
  const data = text.trim() === '' ? {} : parseJson(text);
  const parsed = z.safeParse(schema, data, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
  );
  const message = Object.values(fields).slice(0, maxProblems).join(' ');
  throw new AppError('invalid_body', message, { fields });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json', 'The request is not valid JSON.');
  }
}
