import { WorkflowsHome } from '../_features/workflows/workflows-home';
import { Page } from '../_ui/shell/page';

export default function HomePage() {
  return (
    <Page title={null}>
      <WorkflowsHome />
    </Page>
  );
}
