import { IconFileOff, IconRefresh, IconRefreshOff } from '@/app/_ui/icons/icons';
import { Callout } from '../../_ui/state/callout';

/** Says how the shown content relates to the current file. */
export type Freshness = 'same' | 'changed' | 'gone' | 'unknown';

export function StaleNotice({ freshness }: { freshness: Freshness }) {
  switch (freshness) {
    case 'same':
      return null;
    case 'changed':
      return (
        <Callout tone="plain" role="status" icon={<IconRefresh size={17} />}>
          The file changed while you had it open. This is the new version.
        </Callout>
      );
    case 'gone':
      return (
        <Callout tone="needs-you" role="status" icon={<IconFileOff size={17} />}>
          The file was deleted or moved while you had it open. This is what it last contained.
        </Callout>
      );
    case 'unknown':
      return (
        <Callout tone="plain" role="status" icon={<IconRefreshOff size={17} />}>
          Countersign can’t check the file right now. It may have changed.
        </Callout>
      );
  }
}
