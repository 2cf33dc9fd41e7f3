import type { CheckedSettings } from '../shared/checked-settings';

/** A model behind a server. */
export type ModelAddress = { baseUrl: string; model: string };

/** What a check found out about a model: whether runs can work with it. */
export type ModelCheck = ModelAddress & {
  /** How it was asked. Left out: the check is older than this. */
  settings?: CheckedSettings | undefined;
  /** ISO 8601. */
  checkedAt: string;
  verdict: CheckVerdict;
  /** A sentence or more for a person. */
  why: string;
  findings: readonly CheckFinding[];
  /** Null: its server did not stream, or nothing was read. */
  firstTokenMs: number | null;
  /** The window in tokens. Null: its server does not tell. */
  windowTokens: number | null;
  /** Null: its server reported no tokens. */
  tokensPerSecond: number | null;
  /** Null: not found out. */
  structure: ModelStructure | null;
};

/**
 * What the server does with a JSON Schema of the reply. `better`: it enforces it, and more replies are right than without;
 * `no_better`: it enforces it.
 */
export type ModelStructure = 'better' | 'no_better' | 'ignored' | 'refused';

/** When a run's requests carry the schema: from the first one on, after a malformed reply, or never. */
export type SchemaUse = 'first' | 'after_fault' | 'never';

export function schemaUseOf(structure: ModelStructure | null): SchemaUse {
  if (structure === 'better') return 'first';
  return structure === 'refused' ? 'never' : 'after_fault';
}

export type CheckVerdict = 'fits' | 'with_care' | 'does_not_fit';

export type CheckFinding = {
  id: CheckTask;
  title: string;
  result: 'passed' | 'care' | 'failed' | 'skipped';
  /** What happened, in a sentence for a person. */
  says: string;
};

export type CheckTask =
  | 'answers'
  | 'system_role'
  | 'readable'
  | 'arguments'
  | 'nested'
  | 'no_call'
  | 'stops'
  | 'follows'
  | 'structure'
  | 'usage';

/** In the order of the report. */
export const checkTitles: Readonly<Record<CheckTask, string>> = {
  answers: 'Can be reached and answers',
  system_role: 'Takes instructions from the system',
  readable: 'Asks for an action in a form that can be read',
  arguments: 'Quotes, line breaks and a Windows path arrive unchanged',
  nested: 'A value with parts arrives unchanged',
  no_call: 'Answers in words when no action is needed',
  stops: 'Stops after asking for an action',
  follows: 'Works with the result of an action',
  structure: 'Keeps to a form that its server enforces',
  usage: 'Reports how many tokens it used',
};

const verdictOf = (findings: readonly CheckFinding[]): CheckVerdict => {
  if (findings.some(({ result }) => result === 'failed')) return 'does_not_fit';
  return findings.some(({ result }) => result === 'care') ? 'with_care' : 'fits';
};

/** The verdict follows from the findings alone, and its reason quotes the worst of them. */
export function judgeModel(findings: readonly CheckFinding[]): Pick<ModelCheck, 'verdict' | 'why'> {
  const verdict = verdictOf(findings);
  const worst = findings.filter(({ result }) => result === (verdict === 'with_care' ? 'care' : 'failed'));
  if (verdict === 'fits') return { verdict, why: 'Everything that runs need works.' };
  return { verdict, why: worst.map(({ says }) => says).join(' ') };
}
