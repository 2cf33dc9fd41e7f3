import { hostOf } from '../contracts/server-address';
import type { ModelError } from '../models/model.port';
import type { ModelServer } from '../models/provider.port';
import { secretsOf } from '../models/server-secrets';
import { hideSecret } from '../shared/hide-secret';
import type { SaidError } from './said-error';

/**
 * `retryAfterMs` is how long the server asks to wait; null means that it does not say. `isLoading` means that
 * the server is loading the model and will answer later.
 */
export type ServerFailure = {
  error: ModelError;
  isRetryable: boolean;
  retryAfterMs: number | null;
  isLoading: boolean;
};

type Target = ModelServer & { model?: string };

/**
 * Explains a server's error in plain words, then quotes the server. `status` is null for an error inside an
 * answer that names no status.
 */
export function explainError(status: number | null, said: SaidError, server: Target): ServerFailure {
  const host = hostOf(server.baseUrl);
  const numbered = status === null ? '' : ` (status ${status})`;
  const quoted = quote(said.message, server);
  const wait = { retryAfterMs: said.retryAfterMs };
  if (said.context && !isElsewhere(status)) {
    const { error, ...rest } = failure(
      'context_exceeded',
      `The request is too long for the model’s window at ${host}${numbered}.${quoted}`,
    );
    return { ...rest, error: { ...error, context: said.context } };
  }
  switch (topicOf(status, said, server.model)) {
    case 'content_filter':
      return failure(
        'content_filter',
        `${host} stopped this with its content filter. Word the request in another way, or choose another model.${quoted}`,
      );
    case 'no_credit':
      return failure(
        'no_credit',
        `There is no credit left at ${host}${numbered}. Add some there, or choose another model.${quoted}`,
      );
    case 'key': {
      const hasKey = secretsOf(server).length > 0;
      const reason = hasKey ? 'did not accept the API key' : 'requires an API key';
      const next = hasKey ? 'Replace the key in Settings.' : 'Enter one in Settings.';
      return failure('unauthorized', `${host} ${reason}${numbered}. ${next}${quoted}`);
    }
    case 'model':
      return failure(
        'not_found',
        `${host} does not have the model "${server.model}"${numbered}. Check its name in Settings.${quoted}`,
      );
    case 'address':
      return failure(
        'not_found',
        `${host} has nothing at this address${numbered}. Check the address: it usually ends with /v1.${quoted}`,
      );
    case 'loading':
      return {
        ...failure(
          'unavailable',
          `${host} is still loading the model${numbered}. Try again when it has loaded.${quoted}`,
          true,
        ),
        ...wait,
        isLoading: true,
      };
    case 'rate_limit':
      return {
        ...failure(
          'rate_limited',
          `${host} accepts no more requests right now${numbered}. Try again later.${quoted}`,
          true,
        ),
        ...wait,
      };
    case 'unavailable': {
      const problem = status === null ? 'answered with an error' : 'could not handle the request';
      const message = `${host} ${problem}${numbered}. Try again later.${quoted}`;
      return { ...failure('unavailable', message, true), ...wait };
    }
    case 'refused':
      return failure(
        'refused',
        `${host} refused the request${numbered}. It may not serve this account, country or network: if that cannot be changed, choose another model.${quoted}`,
      );
    case 'bad_request':
      return failure(
        'bad_request',
        `${host} rejected the request${numbered}. Check the model in Settings: it can be checked there.${quoted}`,
      );
  }
}

/** These statuses are about keys, credit and addresses, so the request was not too long. */
const isElsewhere = (status: number | null): boolean =>
  status !== null && [401, 402, 403, 404].includes(status);

export function failure(code: ModelError['code'], message: string, isRetryable = false): ServerFailure {
  return { error: { code, message }, isRetryable, retryAfterMs: null, isLoading: false };
}

type Topic =
  | 'content_filter'
  | 'no_credit'
  | 'key'
  | 'model'
  | 'address'
  | 'loading'
  | 'rate_limit'
  | 'unavailable'
  | 'refused'
  | 'bad_request';

const filterCode = /content_?filter|content_policy|moderation|responsible_?ai|prohibited_content|safety/i;
const filterWords =
  /content (management|filter|policy)|requires moderation|flagged (by|as|for|your)|safety (system|filter)/i;
const creditCode = /insufficient_(quota|balance|credits?|funds)|billing|payment_required/i;
const creditWords =
  /(credit balance|insufficient (balance|credits?|funds|quota)|out of credits?|no credits?|not enough credits?)/i;
const keyCode = /invalid_api_key|api_key_invalid|authentication_error|invalid_authentication/i;
const keyWords =
  /\b(api|access|auth\w*|bearer)[ _-]?(key|token)s?\b|\bcredentials?\b|unauthenticated|authorization header/i;
const modelCode = /model_not_found|model_not_exist|deploymentnotfound|invalid_model/i;
const modelWords =
  /\b(not a valid|invalid|unknown|unsupported|no such) model\b|\bmodels?\b.{0,120}\b(not found|does ?n[o’']t exist|not exist|is not available|not a valid|not loaded)/is;
/** These words mean that the model lacks a field of the request, not that the server lacks the model. */
const fieldWords = /\b(parameter|argument|field|option)s?\b/i;
const loadingWords =
  /\b(?<!(?:error|failed|failure|problem|while|when) )(loading|is being loaded|warming up|starting up|model_loading)\b/i;

/** Reads the server's words before its status, because a 403 may mean a key, a country or a filter. */
function topicOf(status: number | null, { message, code }: SaidError, model: string | undefined): Topic {
  const isClientError = status === null || (status >= 400 && status < 500);
  const [isSmall, isUnavailable] = [
    message.length < 2_000,
    status !== null && (status >= 500 || [408, 409, 425].includes(status)),
  ];
  const says = (words: RegExp) => isSmall && words.test(message);
  if (isClientError && (filterCode.test(code) || (status !== 429 && says(filterWords))))
    return 'content_filter';
  if (status === 402 || (isClientError && (creditCode.test(code) || says(creditWords)))) return 'no_credit';
  if (status === 401 || (isClientError && keyCode.test(code))) return 'key';
  if ((status === 403 || status === 400) && says(keyWords)) return 'key';
  const saysModel = says(modelWords) && !says(fieldWords);
  if (model !== undefined && (status === 404 || status === 400) && (modelCode.test(code) || saysModel))
    return 'model';
  if (status === 404) return 'address';
  if ((isUnavailable || status === null || status === 429) && (says(loadingWords) || loadingWords.test(code)))
    return 'loading';
  if (status === 429 || /rate_?limit|resource_exhausted/i.test(code)) return 'rate_limit';
  if (status === null || isUnavailable) return 'unavailable';
  return status === 403 || status === 451 ? 'refused' : 'bad_request';
}

/** Quotes a server's words in one short line without any key. It keeps only the title of a web page. */
function quote(text: string, server: ModelServer): string {
  const isPage = isWebPage(text);
  const words = isPage ? (/<title[^>]*>([^<]*)</i.exec(text)?.[1] ?? '') : text;
  const clean = hideKeys(secretsOf(server).reduce((left, secret) => hideSecret(left, secret.trim()), words))
    .replace(/\s+/g, ' ')
    .trim();
  const short = clean.length > 300 ? `${clean.slice(0, 300).toWellFormed()}…` : clean;
  if (isPage) return ` It sent a web page${short === '' ? '' : ` ("${short}")`}.`;
  return short === '' ? '' : ` It said: "${short}"`;
}

export const isWebPage = (text: string): boolean => /^\s*<(!doctype|html|head|body|h1|p|\?xml)\b/i.test(text);

/** Matches a word without the punctuation after it. */
const maskedKey = /^.*[^.,;:"')]/s;

/**
 * Hides keys, because servers show the ends of the key that they got, and also show keys that are not ours.
 */
const hideKeys = (text: string): string =>
  text
    .replace(/[^\s.,;:"')]\S*/g, (word) => (word.includes('***') ? word.replace(maskedKey, '[key]') : word))
    .replace(/\b(sk|gsk|pk|rk|xai|hf|nvapi|AIza)[-_]?[\w-]{12,}/g, '[key]');
