import { Page } from '../_ui/shell/page';
import { LoadingRows } from '../_ui/state/loading-rows';

export default function Loading() {
  return (
    <Page title={null}>
      <LoadingRows />
    </Page>
  );
}
