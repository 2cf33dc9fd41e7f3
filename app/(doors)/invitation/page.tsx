import { InvitationScreen } from '@/app/_features/doors/invitation-screen';

export default function Page() {
  return <InvitationScreen />;
}
