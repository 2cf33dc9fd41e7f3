import { hostOf } from '../contracts/server-address';
import type { ModelServer, ServerProvider } from './provider.port';

type Found = { model: string; problem: string | null };

const timeoutMs = 2_000;
/** A model server may start later than Countersign. */
const problemKeptMs = 10_000;
const shownNames = 5;
/** Servers on this machine list their embedding models, too. */
const notForText = /embed|rerank|whisper/i;

/**
 * Finds the one model of a server that the environment names without a model. Asks the server until it has
 * one. When it has several or none, the problem says what to set.
 */
export function createOnlyModelFinder(
  server: ModelServer,
  { listOfferedModels }: Pick<ServerProvider, 'listOfferedModels'>,
  now: () => number = () => performance.now(),
): () => Promise<Found> {
  let asked: { found: Promise<Found>; at: number } | null = null;
  const ask = async (): Promise<Found> => {
    const listed = await listOfferedModels(server, { timeoutMs });
    if (!listed.ok) return toProblem(`could not be asked which models it has. ${listed.message}`);
    const names = listed.models.map(({ id }) => id).filter((name) => !notForText.test(name));
    const [only, second] = names;
    if (only === undefined) return toProblem('lists no model.');
    if (second === undefined) return { model: only, problem: null };
    const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : '';
    return toProblem(`has ${names.length} models: ${names.slice(0, shownNames).join(', ')}${more}.`);
  };
  const toProblem = (words: string): Found => ({
    model: 'Unknown model',
    problem: `${hostOf(server.baseUrl)} ${words} Set the environment variable OPENAI_MODEL to the name of the model, and restart Countersign.`,
  });
  return async () => {
    if (asked && (await asked.found).problem !== null && now() - asked.at > problemKeptMs) asked = null;
    asked ??= { found: ask(), at: now() };
    return asked.found;
  };
}
