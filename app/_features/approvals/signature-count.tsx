import type { ApprovalView, Signatures } from '@/lib/contracts/approvals';
import { inSentence } from '@/lib/contracts/in-sentence';

/** Shows how many people have signed a request that needs several signatures. */
export function SignatureCount({ signatures, by = [] }: { signatures: Signatures; by?: readonly string[] }) {
  const names = by.map(inSentence).join(', ');
  return (
    <span>
      {signatures.given} of {signatures.needed} signed{names !== '' && ` (${names})`}
    </span>
  );
}

/** Names the people whose signatures count, because they approved exactly what the page shows now. */
export function signersOf({ decisions, digest }: Pick<ApprovalView, 'decisions' | 'digest'>): string[] {
  return decisions
    .filter((made) => made.decision === 'approved' && made.digest === digest)
    .map(({ by }) => by);
}
