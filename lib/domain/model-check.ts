/** Names a model and the address of its server. */
export type ModelAddress = { baseUrl: string; model: string };

/** Says what a check found out about a model: whether runs can work with it. */
export type CheckReport = {
  verdict: CheckVerdict;
  /** Explains the verdict to a person in a sentence or more. */
  why: string;
  findings: readonly CheckFinding[];
  /** Null means that the server did not stream, or that nothing was read. */
  firstTokenMs: number | null;
  /** Counts the tokens of the window. Null means that the server does not tell. */
  windowTokens: number | null;
  /** Null means that the server reported no tokens. */
  tokensPerSecond: number | null;
  /** Null means that the check did not find this out. */
  structure: ModelStructure | null;
};

/**
 * Says what the server does with a JSON Schema of the reply. With `better` and `no_better`, the server
 * enforces it. With `better`, more replies are right than without it.
 */
export type ModelStructure = 'better' | 'no_better' | 'ignored' | 'refused';

/** Says when a run's requests carry the schema: from the first one on, after a malformed reply, or never. */
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
  /** Tells a person in a sentence what happened. */
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

/** The report lists the tasks in this order. */
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
export function judgeModel(findings: readonly CheckFinding[]): Pick<CheckReport, 'verdict' | 'why'> {
  const verdict = verdictOf(findings);
  const worst = findings.filter(({ result }) => result === (verdict === 'with_care' ? 'care' : 'failed'));
  if (verdict === 'fits') return { verdict, why: 'Everything that runs need works.' };
  return { verdict, why: worst.map(({ says }) => says).join(' ') };
}
