import Link from 'next/link';
import { useMay } from '../../_client/me';

/** Says that the demo model only looks like an AI, and leads those who may connect one to a real one. */
export function DemonstrationNotice() {
  const may = useMay();
  return (
    <>
      No AI is connected yet: a built-in script answers instead.{' '}
      {may('administer') ? <Link href="/settings">Connect a model</Link> : 'An admin can connect a model.'}
    </>
  );
}
