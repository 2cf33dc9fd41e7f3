import type { JsonValue } from '../shared/json';
import type { DemoStep, DemoTurn } from './demo-turn';

/** Finds the last call of a tool in this turn. */
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

/** Quotes the reason why a step failed. When a person rejected it, the quotation has that person's own words. */
export function whyNot(step: DemoStep): string {
  const reason = guidanceOf(step) ?? (step.outcome.ok ? '' : step.outcome.message);
  return reason === '' ? '' : `> ${reason.replaceAll('\n', '\n> ')}`;
}

export function wasRejected(step: DemoStep): boolean {
  return !step.outcome.ok && step.outcome.code === 'denied_by_person';
}

/**
 * Returns a person's words without the server's sentence around them, or null when no person rejected the
 * step.
 */
export function guidanceOf(step: DemoStep): string | null {
  if (step.outcome.ok || !wasRejected(step)) return null;
  return /guidance:\s*([\s\S]*)$/i.exec(step.outcome.message)?.[1]?.trim() ?? step.outcome.message;
}
