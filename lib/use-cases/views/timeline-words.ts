import { inSentence } from '../../contracts/in-sentence';
import { nextEffect } from '../../domain/next-effect';
import type { Run } from '../../domain/run';
import type { NamedModel, RunEvent } from '../../domain/run-event';
import { countOf, formatCount } from '../../shared/quantities';
import { describeMalformedReply } from './describe-malformed-reply';

export type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

export function malformedHeadline({ code, says }: EventOf<'reply_malformed'>, run: Run): string {
  const headline = says ?? `The model’s reply wasn’t valid (${describeMalformedReply(code)}).`;
  return nextEffect(run).type === 'call_model' ? `${headline} Retrying.` : headline;
}

export function continuedHeadline({ limits }: Run, name: string, model: NamedModel | undefined): string {
  const continued = `${name} continued with ${countOf(limits.maxSteps, 'more step')}`;
  return model ? `${continued}, using ${model.name}` : continued;
}

/** `before` still holds the replaced call. */
export function replacedHeadline(name: string, { state }: Run): string {
  const was = 'call' in state ? `. It was: ${state.call.headline}` : '';
  return `Changed by ${inSentence(name)}${was}`;
}

export function describeLeftOut({
  results,
  maxCharacters,
  windowTokens,
}: EventOf<'history_left_out'>): string {
  const oldest =
    results === 1 ? 'the result of the oldest step' : `the results of the ${results} oldest steps`;
  const why = `to fit its window of ${formatCount(windowTokens)} tokens`;
  if (maxCharacters === null) return `The model no longer gets ${oldest}, ${why}. You still see them here.`;
  const part = `only in part, at most ${formatCount(maxCharacters)} characters each, ${why}. You still see all of them here.`;
  return results === 0
    ? `The model gets long results ${part}`
    : `The model no longer gets ${oldest}, and gets later ones ${part}`;
}

export function describeCut({ expectedTokens, readTokens }: EventOf<'request_cut'>): string {
  return `The server read about ${formatCount(readTokens)} of ${formatCount(expectedTokens)} tokens: it cuts long requests without saying so. Give the model a larger context window on its server (in Ollama: OLLAMA_CONTEXT_LENGTH).`;
}
