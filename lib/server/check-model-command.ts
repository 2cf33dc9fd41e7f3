import { parseArgs } from 'node:util';
import { toCheckedSettings } from '../contracts/checked-settings';
import { readApiKey, readModelName } from '../contracts/model-server-values';
import { readServerAddress } from '../contracts/server-address';
import { buildSystemPrompt } from '../convention/build-prompt';
import { readWithinLimits } from '../convention/long-reply';
import { buildReplySchema } from '../convention/reply-schema';
import type { ModelCheck } from '../db/ports/model-stores.port';
import type { CheckFinding, CheckVerdict } from '../domain/model-check';
import { createOpenAiModel } from '../llm/openai-model';
import { runCheck } from '../model-check/run-check';
import { readModelExtras } from '../models/environment-model';
import { formatCount } from '../shared/quantities';
import { createBuiltInTools } from '../tools/built-in-tools';
import { createToolParts } from '../tools/tool-parts';
import { createToolbox } from '../tools/toolbox';
import { defaultSystemPrompt } from './default-prompt';

const usage = 'Usage: npm run check-model -- --base-url http://127.0.0.1:11434/v1 --model NAME [--json]';
const exitCodes: Record<CheckVerdict, number> = { fits: 0, with_care: 1, does_not_fit: 2 };
const words: Record<CheckVerdict, string> = {
  fits: 'It fits.',
  with_care: 'It works with care.',
  does_not_fit: 'It does not fit.',
};
const marks: Record<CheckFinding['result'], string> = {
  passed: 'ok',
  care: 'care',
  failed: 'no',
  skipped: '-',
};

export type Output = { say(line: string): void; complain(text: string): void };

class WrongArguments extends Error {}

function readArguments(environment: NodeJS.ProcessEnv) {
  const { values } = parseArgs({
    options: { 'base-url': { type: 'string' }, model: { type: 'string' }, json: { type: 'boolean' } },
  });
  const reads = {
    baseUrl: readServerAddress(values['base-url'] ?? ''),
    model: readModelName(values.model ?? ''),
    apiKey: readApiKey(environment['OPENAI_API_KEY'] || null),
  };
  const { problems, headers, query, tuning } = readModelExtras(environment);
  const { baseUrl, model, apiKey } = reads;
  if (!baseUrl.ok) throw new WrongArguments(`--base-url: ${baseUrl.problem}`);
  if (!model.ok) throw new WrongArguments(`--model: ${model.problem}`);
  if (!apiKey.ok) throw new WrongArguments(`OPENAI_API_KEY: ${apiKey.problem}`);
  if (problems.length > 0) throw new WrongArguments(problems.join(' '));
  const server = { baseUrl: baseUrl.value.address, model: model.value, apiKey: apiKey.value };
  return { server: { ...server, headers, query, ...tuning }, isJson: values.json === true };
}

async function check(environment: NodeJS.ProcessEnv, output: Output): Promise<ModelCheck> {
  const { server, isJson } = readArguments(environment);
  const say = (line: string) => isJson || output.say(line);
  // The check only describes these tools; it executes nothing.
  const toolbox = createToolbox({
    tools: createBuiltInTools(createToolParts({ workspaceDir: process.cwd() })),
  });
  const tools = await toolbox.describe(await toolbox.names());
  const convention = {
    systemPrompt: buildSystemPrompt(defaultSystemPrompt.text, tools),
    replySchema: buildReplySchema(tools),
  };
  const model = createOpenAiModel({ ...server, name: server.model });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new WrongArguments('Stopped.')));
  say(`Asking ${server.model} at ${server.baseUrl}. The check runs nothing.`);
  for await (const step of runCheck(
    model,
    convention,
    async (reply) => readWithinLimits(reply),
    stop.signal,
  )) {
    if (step.type === 'waiting' && step.message !== null) say(`${step.message} …`);
    if (step.type === 'finding') {
      const { title, result, says } = step.finding;
      say(`${marks[result].padEnd(5)} ${title}. ${says}`);
    }
    if (step.type !== 'finished') continue;
    const { baseUrl } = server;
    const settings = toCheckedSettings(server);
    const checkedAt = new Date().toISOString();
    const report = { baseUrl, model: server.model, settings, checkedAt, ...step.report };
    const { firstTokenMs, tokensPerSecond, windowTokens, verdict, why } = report;
    if (windowTokens !== null) say(`Its window holds ${formatCount(windowTokens)} tokens.`);
    if (firstTokenMs !== null) say(`First sign of a reply after ${firstTokenMs} ms.`);
    if (tokensPerSecond !== null) say(`${tokensPerSecond} tokens a second.`);
    say(`\n${words[verdict]} ${why}`);
    if (isJson) output.say(JSON.stringify(report, null, 2));
    return report;
  }
  throw new Error('The check ended without a report');
}

/**
 * Runs the check of the settings page in a terminal: `npm run check-model -- --base-url … --model …`. It
 * reads the key and the rest from the variables of `.env.example`. `--json` prints the report as JSON.
 * Returns the exit code: 0 the model fits, 1 it works with care, 2 it does not fit, 3 nothing was checked.
 */
export async function checkModel(environment: NodeJS.ProcessEnv, output: Output): Promise<number> {
  try {
    return exitCodes[(await check(environment, output)).verdict];
  } catch (error) {
    const isExpected =
      error instanceof WrongArguments || (error as { code?: string }).code?.startsWith('ERR_PARSE');
    output.complain(isExpected ? `${(error as Error).message}\n${usage}` : `${(error as Error).stack}`);
    return 3;
  }
}
