import type { ModelError } from '../../models/model.port';
import { chunksOf, done, event, usage } from './personality';
import { respondJson, respondStream, respondText, type ScriptEntry } from './scripted-server';

/** Pairs an error as one server really sends it with what a person must read about it. */
export type ServerError = {
  name: string;
  answer: ScriptEntry;
  code: ModelError['code'];
  /** The message must hold these words. */
  says: string;
  /** Counts all requests: three when another try makes sense. */
  requests: 1 | 2 | 3;
};

const { chunk } = chunksOf({});
const begun = [chunk({ role: 'assistant', content: '' }), chunk({ content: 'I will' })];
const webPage = (title: string) =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>No</h1></body></html>`;
const refuse = (
  name: string,
  status: number,
  error: object | string,
  rest: Pick<ServerError, 'code' | 'says'> & Partial<ServerError>,
) =>
  ({
    name,
    answer: respondJson(status, typeof error === 'string' ? { error } : { error }),
    // The model repeats a request without `stream_options` after 400 and 422.
    requests: rest.code === 'bad_request' ? 2 : status === 429 || status >= 500 ? 3 : 1,
    ...rest,
  }) as ServerError;

/** These errors have an HTTP status. */
export const statusErrors: ServerError[] = [
  refuse(
    'OpenAI: a wrong key',
    401,
    {
      message: 'Incorrect API key provided: sk-proj-****wxyz.',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    },
    { code: 'unauthorized', says: 'did not accept the API key' },
  ),
  refuse(
    'OpenAI: a country',
    403,
    {
      code: 'unsupported_country_region_territory',
      message: 'Country, region, or territory not supported',
      type: 'request_forbidden',
    },
    { code: 'refused', says: 'Country, region, or territory not supported' },
  ),
  refuse(
    'OpenAI: no credit',
    429,
    {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      code: 'insufficient_quota',
    },
    { code: 'no_credit', says: 'no credit left', requests: 1 },
  ),
  refuse(
    'OpenAI: too many requests',
    429,
    { message: 'Rate limit reached for test-model. Please slow down.', code: 'rate_limit_exceeded' },
    { code: 'rate_limited', says: 'Rate limit reached' },
  ),
  refuse(
    'OpenAI: an unknown model',
    404,
    {
      message: 'The model `test-model` does not exist or you do not have access to it.',
      code: 'model_not_found',
    },
    { code: 'not_found', says: 'does not have the model "test-model"' },
  ),
  refuse(
    'OpenRouter: moderation',
    403,
    {
      code: 403,
      message: 'test-model requires moderation. Your input was flagged.',
      metadata: { reasons: ['violence'], flagged_input: 'how to…' },
    },
    { code: 'content_filter', says: 'violence' },
  ),
  refuse(
    'OpenRouter: the words of the provider behind it',
    400,
    {
      code: 400,
      message: 'Provider returned error',
      metadata: { raw: '{"error":{"message":"System role not supported"}}', provider_name: 'Google' },
    },
    { code: 'bad_request', says: 'System role not supported' },
  ),
  refuse(
    'OpenRouter: no credit',
    402,
    { code: 402, message: 'This request requires more credits, or fewer max_tokens.' },
    { code: 'no_credit', says: 'no credit left' },
  ),
  refuse(
    'OpenRouter: an unknown model',
    400,
    { code: 400, message: 'test-model is not a valid model ID' },
    { code: 'not_found', says: 'does not have the model' },
  ),
  refuse(
    'Azure: a filtered prompt',
    400,
    {
      code: 'content_filter',
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      status: 400,
      innererror: { code: 'ResponsibleAIPolicyViolation' },
    },
    { code: 'content_filter', says: 'content management policy' },
  ),
  refuse(
    'Azure: an unknown deployment',
    404,
    { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
    { code: 'not_found', says: 'deployment for this resource' },
  ),
  refuse(
    'Anthropic: no credit',
    400,
    { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
    { code: 'no_credit', says: 'credit balance is too low' },
  ),
  refuse(
    'DeepSeek: no credit',
    402,
    { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' },
    { code: 'no_credit', says: 'Insufficient Balance' },
  ),
  refuse(
    'llama.cpp: a request that is too long',
    400,
    {
      code: 400,
      message: 'the request exceeds the available context size',
      type: 'exceed_context_size_error',
      n_ctx: 4096,
    },
    { code: 'context_exceeded', says: 'exceeds the available context size' },
  ),
  refuse('Together: words alone', 400, 'Input validation error', {
    code: 'bad_request',
    says: 'Input validation error',
  }),
  refuse(
    'Ollama: a model that is not there',
    404,
    { message: 'model "test-model" not found, try pulling it first', type: 'api_error' },
    { code: 'not_found', says: 'try pulling it first' },
  ),
  refuse('a firewall without words', 403, {}, { code: 'refused', says: 'refused the request (status 403)' }),
  {
    name: 'Gemini: a wrong key, in a list',
    answer: respondJson(400, [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
    ]),
    code: 'unauthorized',
    says: 'did not accept the API key',
    requests: 1,
  },
  {
    name: 'Gemini: overloaded, in a list',
    answer: respondJson(503, [
      {
        error: {
          code: 503,
          message: 'The model is overloaded. Please try again later.',
          status: 'UNAVAILABLE',
        },
      },
    ]),
    code: 'unavailable',
    says: '"The model is overloaded. Please try again later."',
    requests: 3,
  },
  {
    name: 'vLLM: an error that is the body',
    answer: respondJson(400, {
      object: 'error',
      message: 'max_tokens must be at least 1',
      type: 'BadRequestError',
      code: 400,
    }),
    code: 'bad_request',
    says: '"max_tokens must be at least 1"',
    requests: 2,
  },
  {
    name: 'FastAPI: a list of details',
    answer: respondJson(422, {
      detail: [{ loc: ['body', 'messages'], msg: 'Field required', type: 'missing' }],
    }),
    code: 'bad_request',
    says: 'Field required',
    requests: 2,
  },
  {
    name: 'FastAPI: an address that does not exist',
    answer: respondJson(404, { detail: 'Not Found' }),
    code: 'not_found',
    says: 'has nothing at this address',
    requests: 1,
  },
  {
    name: 'Cloudflare: a list of errors',
    answer: respondJson(403, {
      success: false,
      errors: [{ code: 5018, message: 'This account is not allowed to access this model' }],
    }),
    code: 'refused',
    says: 'not allowed to access this model',
    requests: 1,
  },
  {
    name: 'Ollama: a model that does not fit',
    answer: respondJson(500, {
      error: {
        message: 'llama runner process has terminated: error loading model: unable to allocate CUDA0 buffer',
      },
    }),
    code: 'unavailable',
    says: 'unable to allocate CUDA0 buffer',
    requests: 3,
  },
  {
    name: 'a web page that wants to see a person',
    answer: respondText(403, webPage('Just a moment...')),
    code: 'refused',
    says: 'a web page ("Just a moment...")',
    requests: 1,
  },
  {
    name: 'a web page of a proxy',
    answer: respondText(502, webPage('502 Bad Gateway')),
    code: 'unavailable',
    says: 'a web page ("502 Bad Gateway")',
    requests: 3,
  },
];

const insufficient = { status_code: 1008, status_msg: 'insufficient balance' };

/** These errors are inside an answer of status 200. */
export const answerErrors: ServerError[] = [
  {
    name: 'MiniMax: no credit',
    answer: respondJson(200, { choices: null, base_resp: insufficient }),
    code: 'no_credit',
    says: 'insufficient balance',
    requests: 1,
  },
  {
    name: 'Zhipu: words and a number',
    answer: respondJson(200, { code: 500, msg: 'The worker is gone', success: false }),
    code: 'unavailable',
    says: 'The worker is gone',
    requests: 3,
  },
  {
    name: 'an error on a line without a field',
    answer: respondStream([...begun, '{"error":{"message":"CUDA out of memory"}}\n\n']),
    code: 'unavailable',
    says: 'CUDA out of memory',
    requests: 3,
  },
  {
    name: 'words in the place of a chunk',
    answer: respondStream([...begun, 'data: Internal server error\n\n']),
    code: 'unavailable',
    says: 'Internal server error',
    requests: 3,
  },
  {
    name: 'an error after a byte order mark',
    answer: respondText(200, '\uFEFF{"error":{"message":"CUDA out of memory"}}'),
    code: 'unavailable',
    says: 'CUDA out of memory',
    requests: 3,
  },
  {
    name: 'vLLM: an event that is an error',
    answer: respondStream([
      ...begun,
      event({ object: 'error', message: 'CUDA out of memory', type: 'InternalServerError', code: 500 }),
      done,
    ]),
    code: 'unavailable',
    says: 'CUDA out of memory',
    requests: 3,
  },
  {
    name: 'OpenRouter: an error in the choice',
    answer: respondStream([
      ...begun,
      event({
        choices: [
          {
            index: 0,
            delta: { content: '' },
            finish_reason: 'error',
            error: { code: 502, message: 'Upstream idle timeout' },
          },
        ],
      }),
      done,
    ]),
    code: 'unavailable',
    says: 'Upstream idle timeout',
    requests: 3,
  },
  {
    name: 'OpenRouter: an error beside the choices',
    answer: respondStream([
      ': OPENROUTER PROCESSING\n\n',
      event({
        provider: 'X',
        error: { code: 'server_error', message: 'Provider disconnected' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
    ]),
    code: 'unavailable',
    says: 'Provider disconnected',
    requests: 3,
  },
  {
    name: 'a reply that ends with an error and says no more',
    answer: respondStream([...begun, chunk({}, 'error'), done]),
    code: 'unavailable',
    says: 'answered with an error',
    requests: 3,
  },
  {
    name: 'llama.cpp: a field of its own',
    answer: respondStream([
      ...begun,
      'error: {"code":500,"message":"slot is not available","type":"server_error"}\n\n',
    ]),
    code: 'unavailable',
    says: 'slot is not available',
    requests: 3,
  },
  {
    name: 'an event named error',
    answer: respondStream([
      ...begun,
      'event: error\ndata: {"type":"overloaded_error","message":"Overloaded"}\n\n',
    ]),
    code: 'unavailable',
    says: 'Overloaded',
    requests: 3,
  },
  {
    name: 'an event named error, in plain words',
    answer: respondStream(['event: error\ndata: worker died\n\n']),
    code: 'unavailable',
    says: 'worker died',
    requests: 3,
  },
  {
    name: 'LM Studio: words in an error, as the whole answer',
    answer: respondJson(200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }),
    code: 'unavailable',
    says: 'Unexpected endpoint or method',
    requests: 3,
  },
  {
    name: 'a quota, in the middle of a stream',
    answer: respondStream([
      ...begun,
      event({ error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }),
    ]),
    code: 'no_credit',
    says: 'no credit left',
    requests: 1,
  },
  {
    name: 'OpenAI: a filter ends the reply',
    answer: respondStream([...begun, chunk({}, 'content_filter'), done]),
    code: 'content_filter',
    says: 'content filter',
    requests: 1,
  },
  {
    name: 'Azure: a filter ends the reply, and says which',
    answer: respondStream([
      ...begun,
      event({
        choices: [
          {
            index: 0,
            delta: {},
            finish_reason: 'content_filter',
            content_filter_results: {
              hate: { filtered: false, severity: 'safe' },
              violence: { filtered: true, severity: 'high' },
            },
          },
        ],
        usage,
      }),
      done,
    ]),
    code: 'content_filter',
    says: 'violence',
    requests: 1,
  },
  {
    name: 'Gemini: a filter ends the reply before a word',
    answer: respondJson(200, {
      choices: [{ index: 0, message: { role: 'assistant' }, finish_reason: 'SAFETY' }],
    }),
    code: 'content_filter',
    says: 'SAFETY',
    requests: 1,
  },
];
