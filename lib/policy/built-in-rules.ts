import type { Assessment, TouchedPath } from '../domain/assessment';
import { describeDeception } from '../domain/paths/deceptive-path';
import { mayHoldSecrets, maySteerPrograms } from '../domain/paths/telling-path';
import type { Rule } from './rule';

/**
 * These are the rules of this version: the first one that applies decides. docs/policy.md shows this table.
 */
export const builtInRules: readonly Rule[] = [
  {
    id: 'refused_before',
    when: 'A person refused exactly this call earlier in the run.',
    applies: ({ wasRefused }) => wasRefused,
    decision: 'deny',
    minimumRisk: 'low',
    reason: () => 'A person has already refused exactly this call.',
  },
  {
    id: 'tool_not_listed',
    when: 'The workflow does not list the tool.',
    applies: ({ isListed }) => !isListed,
    decision: 'deny',
    minimumRisk: 'high',
    reason: () => 'This workflow does not allow this kind of action.',
  },
  {
    id: 'forbidden',
    when: 'The tool says that nobody may allow the call: a protected folder, a reserved address.',
    applies: ({ assessment }) => assessment.refusal !== null,
    decision: 'deny',
    minimumRisk: 'high',
    reason: ({ refusal, reason }) => refusal ?? reason,
  },
  {
    // A name that looks like another one is never a small matter.
    id: 'lookalike_path',
    when: 'It changes files, and one of its paths may look like another one.',
    applies: ({ assessment }) => assessment.effect === 'changes' && deceptionOf(assessment) !== null,
    decision: 'ask',
    minimumRisk: 'medium',
    reason: (assessment) => `${assessment.reason} ${deceptionOf(assessment)}`,
  },
  {
    id: 'uncovered_secrets',
    when: 'It gives a file that usually holds keys or passwords a name that tells nothing of it.',
    applies: ({ assessment }) => uncoversSecrets(assessment),
    decision: 'ask',
    minimumRisk: 'high',
    reason: ({ reason }) =>
      `${reason} Files with such names usually hold keys or passwords. Under the new name, the model can read it without asking.`,
  },
  {
    id: 'steering_file',
    when: 'It changes files, and other programs execute or obey files with one of its paths.',
    applies: ({ assessment: { effect, touches } }) =>
      effect === 'changes' && touches.some(({ path }) => maySteerPrograms(path)),
    decision: 'ask',
    minimumRisk: 'high',
    reason: ({ reason }) => `${reason} Other programs may act on files with such names without asking.`,
  },
  {
    // The model's server gets everything that the model reads.
    id: 'secret_file',
    when: 'It reads, and files with one of its paths usually hold keys or passwords.',
    applies: ({ assessment: { effect, touches } }) =>
      effect === 'reads' && touches.some(({ path }) => mayHoldSecrets(path)),
    decision: 'ask',
    minimumRisk: 'high',
    reason: () => 'Files with such names usually hold keys or passwords. The model gets what is read.',
  },
  {
    id: 'only_reads',
    when: 'It only reads.',
    applies: ({ assessment }) => assessment.effect === 'reads',
    decision: 'allow',
    minimumRisk: 'low',
    reason: ({ reason }) => reason,
  },
  {
    id: 'everything_else',
    when: 'Everything else: it changes, runs or sends something, or its tool cannot tell.',
    applies: () => true,
    decision: 'ask',
    minimumRisk: 'low',
    reason: ({ reason }) => reason,
  },
];

function uncoversSecrets({ touches }: Assessment): boolean {
  const holds = (how: TouchedPath['how']) =>
    touches.some((touched) => touched.how === how && mayHoldSecrets(touched.path));
  return holds('moved_from') && !holds('moved_to');
}

function deceptionOf({ touches }: Assessment): string | null {
  const found = touches.map(({ path, asWritten = path }) => describeDeception(asWritten));
  return found.find((deception) => deception !== null) ?? null;
}
