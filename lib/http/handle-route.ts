import { z } from 'zod';
import { type Actor, localActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { toErrorResponse } from './error-response';

/** The shapes of the contracts bring no words of their own: those would be shipped to the browser. */
const inEnglish = z.locales.en().localeError;

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

export type RouteInput<Body> = {
  actor: Actor;
  /** A part of the path, by its name in the folder: `param('id')`. */
  param(name: string): string;
  query: URLSearchParams;
  headers: Headers;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  body: Body;
};

/**
 * The frame of every route: who asks, what they sent (checked against `body`), one use case, its answer as JSON.
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

/** An empty body counts as `{}`: what it lacks is then named field by field. */
async function parseBody<Schema extends z.core.$ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await request.text();
  const parsed = z.safeParse(schema, text.trim() === '' ? {} : parseJson(text), { error: inEnglish });
  if (parsed.success) return parsed.data;
  const fields: [string, string][] = parsed.error.issues.map((issue) => [
    issue.path.join('.') || 'body',
    issue.message,
  ]);
  const [first] = fields;
  throw new AppError('invalid_body', first ? `${first[0]}: ${first[1]}` : 'The body is not valid.', {
    fields: Object.fromEntries(fields),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json', 'The body is not valid JSON.');
  }
}
