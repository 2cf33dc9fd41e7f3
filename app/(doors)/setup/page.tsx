import { SetUpScreen } from '@/app/_features/doors/set-up-screen';

export default function Page() {
  return <SetUpScreen />;
}
