import Link from 'next/link';
import { IconPlayerPlay } from '@/app/_ui/icons/icons';
import { Callout } from '../../_ui/state/callout';

export function DemonstrationNotice({ modelName }: { modelName: string }) {
  return (
    <Callout tone="plain" icon={<IconPlayerPlay size={17} />} title={modelName}>
      Nothing real is connected: a built-in script stands in for the AI.{' '}
      <Link href="/settings">Connect a model in Settings</Link> to do real work.
    </Callout>
  );
}
