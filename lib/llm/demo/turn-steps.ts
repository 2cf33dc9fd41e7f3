import type { JsonValue } from '../../shared/json';
import type { DemoStep, DemoTurn } from './demo-turn';

/** The last call of a tool in this turn. */
export function lastStep(turn: DemoTurn, tool: string): DemoStep | undefined {
  return turn.steps.findLast((step) => step.tool === tool);
}

export function stepsOf(turn: DemoTurn, tool: string): DemoStep[] {
  return turn.steps.filter((step) => step.tool === tool);
}

export function textParameter(step: DemoStep, name: string): string {
  const value: JsonValue | undefined = Object.hasOwn(step.parameters, name)
    ? step.parameters[name]
    : undefined;
  return typeof value === 'string' ? value : '';
}

/** Why a step did not work, as a quotation; a person's own words when a person refused it. */
export function whyNot(step: DemoStep): string {
  return step.outcome.ok ? '' : `> ${step.outcome.message.replaceAll('\n', '\n> ')}`;
}

export function wasDenied(step: DemoStep): boolean {
  return !step.outcome.ok && step.outcome.code === 'denied_by_person';
}
