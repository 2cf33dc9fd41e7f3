import { SignInScreen } from '@/app/_features/doors/sign-in-screen';

export default function Page() {
  return <SignInScreen />;
}
