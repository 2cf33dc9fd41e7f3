import { Servers } from '../../../_features/servers/servers';
import { AdminsOnly } from '../../../_features/settings/admins-only';
import { BackLink } from '../../../_ui/shell/back-link';
import { Page } from '../../../_ui/shell/page';

export default function ServersPage() {
  return (
    <Page title="Servers">
      <BackLink href="/settings">Settings</BackLink>
      <AdminsOnly title="Servers">
        <Servers />
      </AdminsOnly>
    </Page>
  );
}
