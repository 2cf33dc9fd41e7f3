import { IconMapOff } from '@/app/_ui/icons/icons';
import { Page } from '../_ui/shell/page';
import { EmptyNote } from '../_ui/state/empty-note';
import { ToWorkflows } from '../_ui/state/to-workflows';

export default function NotFound() {
  return (
    <Page title="Not found" width="column">
      <EmptyNote
        icon={<IconMapOff size={26} stroke={1.5} />}
        order={1}
        title="Page not found"
        action={<ToWorkflows />}
      >
        It may have been deleted, or the address has a typo.
      </EmptyNote>
    </Page>
  );
}
