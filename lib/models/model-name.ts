import { hostOf } from '../contracts/server-address';
import { refuseFields } from './entered-server';

/** People see "gpt-5-mini at api.openai.com" for a model without a name. */
export function nameOf({ baseUrl, model }: { baseUrl: string; model: string }): string {
  return `${model} at ${hostOf(baseUrl)}`;
}

export type Named = { id: string; name: string | null; baseUrl: string; model: string };
const shownName = (model: Named) => model.name ?? nameOf(model);
const reservedNames = ['demo', 'environment'];

/** Workflow files and people tell models apart by their names. */
export function refuseTakenName(model: Named, others: readonly Named[]): void {
  const name = shownName(model).toLowerCase();
  const isTaken = others.some((other) => other.id !== model.id && shownName(other).toLowerCase() === name);
  if (isTaken)
    refuseFields([
      ['name', `Another saved model is named “${shownName(model)}”. Give this one another name.`],
    ]);
  if (reservedNames.includes(name)) refuseFields([['name', 'This name is reserved for a built-in model.']]);
}
