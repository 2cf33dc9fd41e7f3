import type { ModelReply } from '../models/model.port';
import { contract, quote } from '../replies/malformed';
import { type ParsedArguments, parseArguments } from '../replies/parse-arguments';
import { type ParsedReply, parseReply, readOwnWords } from '../replies/parse-reply';
import type { JsonObject } from '../shared/json';
import { explainCutReply, explainEmptyReply, hasNothingToSee, tellEmptyReply } from './empty-reply';
import { judgeExamples, type KnownToRun } from './judge-examples';
import { isObjectBegun, readAnswerObject } from './reply-schema';

/** Says what a model's reply, native or text, means. `reply` is the form in which the model sees it again. */
export type Reading =
  | { kind: 'text'; text: string }
  | {
      kind: 'tool_call';
      tool: string;
      parameters: JsonObject;
      terminate: boolean;
      layers: number;
      commentary: string;
      reply: string;
    }
  | {
      kind: 'malformed';
      code: string;
      /** The model reads this. */
      message: string;
      reply: string;
      /** Tells a person why the model alone cannot fix this, and what to do. */
      says?: string;
      /** Holds the fingerprints of the examples that the model is asked about. */
      asked?: string[];
    };

type ArgumentsError = Extract<ParsedArguments, { ok: false }>['error'];

/**
 * This many characters of a malformed reply are kept: the model recognizes the reply, and it does not fill
 * the model's context.
 */
const maxMalformedReplyCharacters = 4_000;

/**
 * Reads a native reply or a text. With `known`, it recognizes data of other programs among the words of an
 * answer (`judgeExamples`); without `known`, each attempt at a call is malformed. It calls `parseText` at most
 * once.
 */
export function readReply(reply: ModelReply, known?: KnownToRun, parseText = parseReply): Reading {
  const content = reply.content.toWellFormed();
  let parsed: ParsedReply | null = null;
  const parse = () => {
    parsed ??= parseText(content);
    return parsed;
  };
  const isCut = reply.finishReason === 'length';
  if (reply.finishReason === 'tool_use_failed') {
    return toMalformedReading(
      'foreign_format',
      `Your reply was written as a native tool call, which the server refused. Nothing was executed. Write the call as text. ${contract}`,
      content,
    );
  }
  const reading =
    reply.toolCalls.length > 0
      ? readNativeCalls(reply, content, parse)
      : readText(content, reply, known, parse);
  if (!isCut) return reply.isDamaged || !isWellFormed(reply) ? refuseDamaged(reading) : reading;
  const isCutObject = reply.wasSchemaSent === true && isObjectBegun(content, parse);
  if (reading.kind === 'text' && !isCutObject) return markCut(reading, reply);
  if (reading.kind === 'malformed' && reading.code === 'empty_reply') return reading;
  return toMalformedReading(
    'truncated',
    `Your reply was cut off by the provider (finish_reason: length), so nothing of it was executed. Send a shorter call: write long content in several parts. ${contract}`,
    reading.kind === 'text' ? content : reading.reply,
    explainCutReply(reply),
  );
}

function readText(
  content: string,
  reply: ModelReply,
  known: KnownToRun | undefined,
  parse: () => ParsedReply,
): Reading {
  const answer = reply.wasSchemaSent ? readAnswerObject(content, parse) : null;
  const parsed = answer === null ? parse() : ({ kind: 'text', text: answer } as const);
  switch (parsed.kind) {
    case 'text':
      return hasNothingToSee(parsed.text)
        ? toMalformedReading(
            'empty_reply',
            `${tellEmptyReply(content)} ${contract}`,
            content,
            explainEmptyReply(reply),
          )
        : { kind: 'text', text: parsed.text };
    case 'tool_call':
      return {
        kind: 'tool_call',
        tool: parsed.tool,
        parameters: parsed.parameters,
        terminate: parsed.terminate,
        layers: parsed.layers,
        commentary: parsed.commentary,
        reply: parsed.ownText,
      };
    case 'malformed': {
      const judgment = known ? judgeExamples(content, known) : null;
      if (judgment?.kind === 'data') return { kind: 'text', text: judgment.text };
      const malformed = toMalformedReading(parsed.code, parsed.message, content);
      if (judgment === null) return malformed;
      return { ...malformed, message: `${parsed.message}\n${exampleQuestion}`, asked: judgment.asked };
    }
  }
}

const exampleQuestion =
  'Otherwise, if this is only an example in your answer, send the answer again as it is.';

/**
 * Native function calls follow the same rules: one call, the same reader for its arguments. They never
 * terminate a run.
 */
function readNativeCalls(reply: ModelReply, content: string, parse: () => ParsedReply): Reading {
  const asText = textOfReply(reply);
  const [call, ...others] = reply.toolCalls;
  if (!call || others.length > 0) {
    return toMalformedReading(
      'several_calls',
      `You sent ${reply.toolCalls.length} tool calls in one reply; none was executed. Send one, wait for its result, then the next. ${contract}`,
      asText,
    );
  }
  const lead = parse();
  if (lead.kind !== 'text') {
    return toMalformedReading(
      'several_calls',
      `You sent a native tool call and another call in the text; none was executed. ${contract}`,
      asText,
    );
  }
  const parsed = parseArguments(call.arguments);
  if (!parsed.ok) {
    return toMalformedReading(
      parsed.error.code,
      `${tellArguments(call.name, parsed.error)} ${contract}`,
      asText,
    );
  }
  const parameters = parsed.value as JsonObject;
  return {
    kind: 'tool_call',
    tool: call.name,
    parameters,
    terminate: false,
    layers: parsed.layers,
    commentary: readOwnWords(content),
    reply: JSON.stringify({ tool: call.name, parameters, terminate: false }),
  };
}

const unreadable = 'The arguments could not be read: ';

function tellArguments(tool: string, { code, message }: ArgumentsError): string {
  const of = `The arguments of ${quote(tool)}`;
  if (code === 'empty') return `${of} are empty: send an object, {} when the tool takes no parameters.`;
  return `${of} could not be read: ${message.startsWith(unreadable) ? message.slice(unreadable.length) : message}`;
}

/** Returns a reply and its native calls as the model sees them again. */
export function textOfReply({ content, toolCalls }: ModelReply): string {
  return [content, ...toolCalls.map((call) => `${call.name}(${call.arguments})`)].join('\n').toWellFormed();
}

/** A lone surrogate was another character, or a part of one, when the model wrote it. */
function isWellFormed({ content, toolCalls }: ModelReply): boolean {
  return content.isWellFormed() && toolCalls.every((call) => call.arguments.isWellFormed());
}

/** A person sees what is missing in an answer. A call must be exactly what the model meant. */
function refuseDamaged(reading: Reading): Reading {
  if (reading.kind !== 'tool_call') return reading;
  const message = `A part of the reply could not be read (bytes that are not UTF-8, or a piece of an unknown form). Nothing was executed. Send the call again. ${contract}`;
  return toMalformedReading('invalid_bytes', message, reading.reply);
}

function markCut(reading: Extract<Reading, { kind: 'text' }>, reply: ModelReply): Reading {
  return { kind: 'text', text: `${reading.text}\n\n*(The answer ends here. ${explainCutReply(reply)})*` };
}

type MalformedReading = Extract<Reading, { kind: 'malformed' }>;

export function toMalformedReading(
  code: string,
  message: string,
  reply: string,
  says?: string,
): MalformedReading {
  return { kind: 'malformed', code, message, reply: shorten(reply), ...(says === undefined ? {} : { says }) };
}

function shorten(reply: string): string {
  if (reply.length <= maxMalformedReplyCharacters) return reply;
  const kept = reply.slice(0, maxMalformedReplyCharacters).toWellFormed();
  return `${kept}\n[${reply.length - maxMalformedReplyCharacters} more characters]`;
}
