import OpenAI from 'openai';
import { hostOf } from '../contracts/server-address';
import type { ModelServer } from '../models/provider.port';
import { isContainerHostName } from '../network/loopback-names';
import { describeDuration } from '../shared/quantities';
import { explainError, failure, isWebPage, type ServerFailure } from './explain-error';
import { ForeignRedirectError, MetadataServiceError } from './lean-fetch';
import { UnusableKeyError } from './openai-client';
import { nothingSaid, type SaidError } from './said-error';
import { SilenceError } from './watch';

/** The connection closed before the reply was complete. */
export class CutOffError extends Error {}

/** The address answered, but not as a model server does. */
export class NotModelServerError extends Error {}

const endless = {
  event: 'one piece of more than 8 MB',
  filler: 'nothing but blank lines',
  answer: 'an answer that does not end',
};

/**
 * The server sends data without end, and it is no answer. The reader ends the request before it fills the
 * memory.
 */
export class EndlessAnswerError extends Error {
  constructor(readonly what: keyof typeof endless) {
    super(`The server sent ${endless[what]}`);
  }
}

/** An answer of status 200 holds an error. */
export class AnswerError extends Error {
  constructor(readonly said: SaidError) {
    super('The server answered with an error');
  }
}

/**
 * Explains a failure in plain words. Never throws and never repeats an exception's own message: the client's
 * and the network's exceptions quote headers and addresses, which hold the key.
 */
export function toServerFailure(caught: unknown, server: ModelServer & { model?: string }): ServerFailure {
  const host = hostOf(server.baseUrl);
  if (caught instanceof SilenceError) {
    return failure(
      'unavailable',
      `${host} sent nothing for ${describeDuration(caught.silenceMs)}, so the request was canceled. Look whether it still works; a smaller model answers sooner.`,
    );
  }
  if (caught instanceof CutOffError) {
    return failure(
      'cut_off',
      `The connection to ${host} broke before the reply was complete. Try again; if it happens again, look at the server.`,
      true,
    );
  }
  if (caught instanceof EndlessAnswerError) {
    const sent = `${host} sent ${endless[caught.what]}, so the request was canceled.`;
    return failure('not_a_model_server', `${sent} Check the address: it usually ends with /v1.`);
  }
  if (caught instanceof UnusableKeyError) {
    return failure('unauthorized', `The API key cannot be sent. ${caught.message}`);
  }
  if (caught instanceof NotModelServerError || caught instanceof SyntaxError) return notModelServer(host);
  if (caught instanceof AnswerError) return explainError(caught.said.status, caught.said, server);
  if (caught instanceof OpenAI.APIConnectionError) return toConnectionFailure(caught, host);
  if (caught instanceof OpenAI.APIError && typeof caught.status === 'number') {
    const said = saidIn(caught) ?? nothingSaid;
    if (caught.status === 404 && (said.message === '' || isWebPage(said.message)))
      return notModelServer(host);
    const retryAfterMs = readRetryAfter(caught.headers) ?? said.retryAfterMs;
    return explainError(caught.status, { ...said, retryAfterMs }, server);
  }
  if (!URL.canParse(server.baseUrl)) {
    return failure('unreachable', 'The address of the model server is not valid. Check it in Settings.');
  }
  return failure('bad_request', `The request to ${host} failed inside Countersign (${kindOf(caught)}).`);
}

/** Names the class of an exception, which is a word of the code and never of its data. */
function kindOf(caught: unknown): string {
  return caught instanceof Error ? caught.constructor.name : typeof caught;
}

/** From a container, a server that listens on 127.0.0.1 only looks like one that does not run. */
const listensInside =
  ' If it is, it probably listens on 127.0.0.1 only, which a container cannot reach: let it listen on another address of the machine, such as the one of Docker’s bridge (usually 172.17.0.1; for Ollama, set OLLAMA_HOST).';
const unknownMachine =
  'Start the container with --add-host=host.docker.internal:host-gateway, as compose.yaml does.';

const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/;

function toConnectionFailure(caught: Error, host: string): ServerFailure {
  if (caught.cause instanceof ForeignRedirectError) return toRedirectFailure(caught.cause.target, host);
  if (caught.cause instanceof MetadataServiceError) {
    return failure(
      'unreachable',
      `${host} is an address where cloud machines hand out credentials. Countersign sent nothing there. Enter the address of a model server.`,
    );
  }
  const code = causeCode(caught);
  const isOfContainer = isContainerHostName(host.replace(/:\d+$/, ''));
  const reasons: Record<string, string> = {
    ECONNREFUSED: `Nothing is listening at ${host}. Is the model server running?${isOfContainer ? listensInside : ''}`,
    ENOTFOUND: `There is no server named ${host}. ${isOfContainer ? unknownMachine : 'Check the address.'}`,
    EAI_AGAIN: `The name ${host} could not be looked up. Is there a network connection?`,
    ECONNRESET: `${host} closed the connection without a reply. Check the address and whether it needs https://.`,
    UND_ERR_SOCKET: `${host} closed the connection without a reply. Check the address and whether it needs https://.`,
    ERR_SSL_WRONG_VERSION_NUMBER: `${host} does not answer to https://. Try the address with http://.`,
    EPROTO: `${host} does not answer to https://. Try the address with http://.`,
  };
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  const named = code === '' ? '' : ` (${code})`;
  const unknown = certificateCode.test(code)
    ? `The certificate of ${host} is not trusted on this machine${named}. Start Countersign with NODE_EXTRA_CA_CERTS and the file of its authority.`
    : `${host} could not be reached${named}. Check the address and the network.`;
  return failure('unreachable', known ?? unknown, true);
}

/** Names nothing that the server chose, because its redirect may hold the key. */
function toRedirectFailure({ protocol, hostname }: URL, host: string): ServerFailure {
  const own = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const isSame = hostname === own && /^https?:$/.test(protocol);
  const [where, advice] = isSame
    ? [`${protocol}//${own}`, 'Enter that address, with its port if it has one.']
    : [
        'another server',
        'Countersign sent nothing there. If that is the server you want, enter its address.',
      ];
  return failure('unreachable', `${host} redirects to ${where}. ${advice}`);
}

function causeCode(error: unknown): string {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    if ('code' in current && /^[A-Z][A-Z\d_]*$/.test(String(current.code))) return String(current.code);
  }
  return '';
}

/**
 * Returns the error that a server told: in an answer, or in the body of a failed request, which
 * `createClient` has read.
 */
export function saidIn(caught: unknown): SaidError | null {
  if (caught instanceof AnswerError) return caught.said;
  return caught instanceof OpenAI.APIError ? ((caught.error as SaidError | undefined) ?? null) : null;
}

function readRetryAfter(headers: Headers | undefined): number | null {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0 && Number.isFinite(milliseconds)) return milliseconds;
  const text = headers?.get('retry-after') ?? null;
  if (text === null) return null;
  const seconds = Number(text);
  const waitMs = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

function notModelServer(host: string): ServerFailure {
  const hint = 'Check the address: it usually ends with /v1.';
  return failure(
    'not_a_model_server',
    `${host} did not answer like an OpenAI-compatible model server. ${hint}`,
  );
}
