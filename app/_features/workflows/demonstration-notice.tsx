import Link from 'next/link';

/** Says that the demo model only looks like an AI, and leads to a real one. */
export function DemonstrationNotice() {
  return (
    <>
      No AI is connected yet: a built-in script answers instead. <Link href="/settings">Connect a model</Link>
    </>
  );
}
