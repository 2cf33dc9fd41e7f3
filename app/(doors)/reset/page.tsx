import { ResetScreen } from '@/app/_features/doors/reset-screen';

export default function Page() {
  return <ResetScreen />;
}
