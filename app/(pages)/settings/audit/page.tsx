import { AuditLog } from '../../../_features/audit/audit-log';
import { AdminsOnly } from '../../../_features/settings/admins-only';
import { BackLink } from '../../../_ui/shell/back-link';
import { Page } from '../../../_ui/shell/page';

export default function AuditPage() {
  return (
    <Page title="Audit log">
      <BackLink href="/settings">Settings</BackLink>
      <AdminsOnly title="Audit log">
        <AuditLog />
      </AdminsOnly>
    </Page>
  );
}
