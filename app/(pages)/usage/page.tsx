import { UsageScreen } from '../../_features/usage/usage-screen';
import { Page } from '../../_ui/shell/page';

export default function UsagePage() {
  return (
    <Page title="Usage">
      <UsageScreen />
    </Page>
  );
}
