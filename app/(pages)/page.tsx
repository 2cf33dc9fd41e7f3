import { Page } from '../_ui/shell/page';
import { HomeScreen } from './home-screen';

export default function HomePage() {
  return (
    <Page title={null}>
      <HomeScreen />
    </Page>
  );
}
