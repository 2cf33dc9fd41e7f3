import type { ApprovalView, Signatures } from '@/lib/contracts/approvals';
import { inSentence } from '@/lib/shared/in-sentence';

/** How many of the people have signed, for a request that needs several. */
export function SignatureCount({ signatures, by = [] }: { signatures: Signatures; by?: readonly string[] }) {
  const names = by.map(inSentence).join(', ');
  return (
    <span>
      {signatures.given} of {signatures.needed} signed{names !== '' && ` (${names})`}
    </span>
  );
}

/** The names of those whose signatures count: they approved what is shown now. */
export function signersOf({ decisions, digest }: Pick<ApprovalView, 'decisions' | 'digest'>): string[] {
  return decisions
    .filter((made) => made.decision === 'approved' && made.digest === digest)
    .map(({ by }) => by);
}
