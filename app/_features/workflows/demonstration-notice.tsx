import { IconPlayerPlay } from '@tabler/icons-react';
import Link from 'next/link';
import { Callout } from '../../_ui/state/callout';

export function DemonstrationNotice() {
  return (
    <Callout tone="plain" icon={<IconPlayerPlay size={17} />} title="Demonstration: no AI is connected">
      A script plays the model’s part, so that everything can be tried offline.{' '}
      <Link href="/settings">Connect a model in the settings</Link> to do real work.
    </Callout>
  );
}
