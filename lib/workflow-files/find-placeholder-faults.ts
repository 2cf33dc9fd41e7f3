import type { JsonValue } from '../shared/json';
import { findPlaceholders } from '../workflows/placeholders';
import type { Fault } from './faults';
import type { DirectFrontMatter } from './front-matter';
import type { ReadFrontMatter } from './read-front-matter';

/** Finds placeholders without a parameter, and parameters that nothing uses. */
export function findPlaceholderFaults(read: ReadFrontMatter): Fault[] {
  const { frontMatter, lineOf } = read;
  const uses = frontMatter.kind === 'direct' ? usesInSteps(frontMatter, lineOf) : usesInBody(read);
  const declared = frontMatter.parameters.map((parameter) => parameter.name);
  const faults: Fault[] = [];
  for (const use of uses) {
    if (use.name === null) {
      faults.push({
        line: use.line,
        reason: `${use.text} is not a placeholder: use the name of a parameter.`,
      });
    } else if (!declared.includes(use.name)) {
      faults.push({ line: use.line, reason: `${use.text} names no parameter of this workflow.` });
    }
  }
  const used = new Set(uses.map((use) => use.name));
  declared.forEach((name, index) => {
    if (used.has(name)) return;
    faults.push({
      line: lineOf(['parameters', index, 'name']),
      reason: `The parameter “${name}” is never used.`,
    });
  });
  return faults;
}

type Use = { name: string | null; text: string; line: number };

function usesInBody({ body, bodyLine }: ReadFrontMatter): Use[] {
  let [line, counted] = [bodyLine, 0];
  return findPlaceholders(body).map(({ name, text, offset }) => {
    line += body.slice(counted, offset).split('\n').length - 1;
    counted = offset;
    return { name, text, line };
  });
}

function usesInSteps(frontMatter: DirectFrontMatter, lineOf: ReadFrontMatter['lineOf']): Use[] {
  return frontMatter.steps.flatMap((step, index) => {
    const uses = usesInValue(step.parameters, ['steps', index, 'parameters'], lineOf);
    if (step.when === undefined) return uses;
    return [...uses, { name: step.when, text: `when: ${step.when}`, line: lineOf(['steps', index, 'when']) }];
  });
}

function usesInValue(value: JsonValue, path: PropertyKey[], lineOf: ReadFrontMatter['lineOf']): Use[] {
  if (typeof value === 'string') {
    const placeholders = findPlaceholders(value);
    if (placeholders.length === 0) return [];
    const line = lineOf(path);
    return placeholders.map(({ name, text }) => ({ name, text, line }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    usesInValue(item, [...path, Array.isArray(value) ? Number(key) : key], lineOf),
  );
}
