import { createHash } from 'node:crypto';
import type { WorkflowField } from '../contracts/workflows';
import type { RoleName } from '../domain/role';
import type { Signers } from '../domain/signers';
import type { Workflow, WorkflowStep } from '../workflows/workflow';
import { boundFaults, type Fault } from './faults';
import { findPlaceholderFaults } from './find-placeholder-faults';
import type { AgentFrontMatter, FrontMatter } from './front-matter';
import type { KnownNames } from './known-names';
import { type ReadFrontMatter, readFrontMatter } from './read-front-matter';
import { toField } from './to-field';

export type ParsedWorkflow =
  | { ok: true; workflow: Workflow; idLine: number }
  | { ok: false; faults: Fault[] };

/** Converts one file's bytes to a workflow, or lists their mistakes. */
export function parseWorkflow(file: string, bytes: Uint8Array, known: KnownNames): ParsedWorkflow {
  const text = decode(bytes);
  if (text === null) return { ok: false, faults: [{ line: 1, reason: 'The file is not UTF-8 text.' }] };
  const result = readFrontMatter(text, known.toolSchemas);
  if (!result.ok) return result;
  const { read } = result;
  const { fields, faults } = toFields(read);
  faults.push(...findNameFaults(read, known), ...findBodyFaults(read), ...findPlaceholderFaults(read));
  if (faults.length > 0) {
    const inOrder = faults.sort((a, b) => a.line - b.line);
    return { ok: false, faults: boundFaults(inOrder, (fault) => fault) };
  }

  const revision = createHash('sha256').update(bytes).digest('hex');
  return {
    ok: true,
    workflow: toWorkflow(read, fields, { file, revision }, known),
    idLine: read.lineOf(['id']),
  };
}

function toWorkflow(
  { frontMatter, body }: ReadFrontMatter,
  fields: WorkflowField[],
  source: { file: string; revision: string },
  known: KnownNames,
): Workflow {
  const { id, title, category, icon, description, start, sign } = frontMatter;
  const base = { id, title, category, icon, description, fields, signers: toSigners(sign, start), ...source };
  if (frontMatter.kind === 'direct') {
    const steps = frontMatter.steps.map((step) => ({
      ...step,
      when: step.when ?? null,
      ...takenBy(step.tool, known),
    }));
    const tools = [...new Set(steps.map((step) => step.tool))];
    const limits = { ...openLimits, maxSteps: steps.length };
    return { kind: 'direct', ...base, tools, limits, approvalExpiresAfterMs: null, steps };
  }
  const expiresAfterMinutes = frontMatter.approval_expires_after_minutes;
  return {
    kind: 'agent',
    ...base,
    tools: frontMatter.tools,
    limits: toLimits(frontMatter.limits),
    approvalExpiresAfterMs: expiresAfterMinutes === undefined ? null : expiresAfterMinutes * 60_000,
    systemPromptId: frontMatter.system_prompt,
    model: frontMatter.model ?? null,
    template: body,
  };
}

/** Without a key, its part asks for nothing. */
function toSigners(sign: AgentFrontMatter['sign'] = {}, startedBy?: RoleName): Signers | null {
  const { role = null, count = 1, not } = typeof sign === 'string' ? { role: sign } : sign;
  const notRequester = not === 'requester';
  if (role === null && count === 1 && !notRequester && startedBy === undefined) return null;
  return { role, count, notRequester, ...(startedBy && { startedBy }) };
}

function takenBy(tool: string, { toolSchemas = {} }: KnownNames): Pick<WorkflowStep, 'takes'> {
  const takes = Object.hasOwn(toolSchemas, tool) ? toolSchemas[tool] : undefined;
  return takes === undefined ? {} : { takes };
}

const openLimits: Workflow['limits'] = { maxSteps: null, maxActiveMs: null, maxMalformedReplies: null };

function toLimits(limits: AgentFrontMatter['limits']): Workflow['limits'] {
  return {
    maxSteps: limits.max_steps ?? null,
    maxActiveMs: limits.timeout_seconds === undefined ? null : limits.timeout_seconds * 1000,
    maxMalformedReplies: limits.max_malformed_replies ?? null,
  };
}

function toFields({ frontMatter, lineOf }: ReadFrontMatter): { fields: WorkflowField[]; faults: Fault[] } {
  const names = frontMatter.parameters.map((parameter) => parameter.name);
  const faults: Fault[] = [];
  const fields = frontMatter.parameters.map((parameter, index) => {
    if (names.indexOf(parameter.name) < index) {
      const line = lineOf(['parameters', index, 'name']);
      faults.push({ line, reason: `The parameter “${parameter.name}” is declared twice.` });
    }
    const converted = toField(parameter);
    for (const { key, reason } of converted.faults) {
      faults.push({ line: lineOf(['parameters', index, key]), reason });
    }
    return converted.field;
  });
  return { fields, faults };
}

function findNameFaults({ frontMatter, lineOf }: ReadFrontMatter, known: KnownNames): Fault[] {
  const toolNames = [...known.toolNames, ...(known.absentToolNames ?? [])];
  const faults = toolsOf(frontMatter).flatMap(({ tool, path }) =>
    toolNames.includes(tool) ? [] : [{ line: lineOf(path), reason: `There is no tool “${tool}”.` }],
  );
  if (frontMatter.kind === 'agent' && !known.systemPromptIds.includes(frontMatter.system_prompt)) {
    const reason = `There is no system prompt “${frontMatter.system_prompt}”.`;
    faults.push({ line: lineOf(['system_prompt']), reason });
  }
  return faults;
}

function toolsOf(frontMatter: FrontMatter): { tool: string; path: PropertyKey[] }[] {
  return frontMatter.kind === 'direct'
    ? frontMatter.steps.map(({ tool }, index) => ({ tool, path: ['steps', index, 'tool'] }))
    : frontMatter.tools.map((tool, index) => ({ tool, path: ['tools', index] }));
}

function findBodyFaults({ frontMatter, body, bodyLine }: ReadFrontMatter): Fault[] {
  const isEmpty = body.trim() === '';
  if (frontMatter.kind === 'direct' && !isEmpty) {
    return [
      {
        line: bodyLine,
        reason: 'A direct workflow has no prompt: leave out the text after the front matter.',
      },
    ];
  }
  if (frontMatter.kind !== 'agent') return [];
  if (isEmpty)
    return [{ line: bodyLine, reason: 'The prompt for the model is missing after the front matter.' }];
  const hidden = body.search(/[^\P{Cc}\t\n\r]/u);
  if (hidden === -1) return [];
  const line = bodyLine + body.slice(0, hidden).split('\n').length - 1;
  return [{ line, reason: 'The prompt contains a hidden control character.' }];
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    return null;
  }
}
