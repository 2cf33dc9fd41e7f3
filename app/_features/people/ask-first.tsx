'use client';

import type { PersonView } from '@/lib/contracts/accounts';
import { useChangePeople } from '../../_client/people-queries';
import { ConfirmDialog } from '../../_ui/layer/confirm-dialog';

export type Asked = 'sign_out' | 'remove';
type Props = { person: PersonView; asked: Asked; isOpen: boolean; onClose: () => void };

/** Asks first, because the person loses what they are doing right now. */
export function AskFirst({ person, asked, isOpen, onClose }: Props) {
  const change = useChangePeople();
  const words = toWords(person)[asked];
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title}
      confirm={words.confirm}
      action={change}
      onConfirm={(options) => change.mutate({ type: asked, id: person.id }, options)}
      done={words.done}
      onClose={onClose}
    >
      {words.consequence}
    </ConfirmDialog>
  );
}

function toWords({ name }: PersonView) {
  return {
    sign_out: {
      title: `Sign out ${name} everywhere?`,
      consequence: 'Every browser of theirs is signed out at once. They can sign in again.',
      confirm: 'Sign out',
      done: `${name} was signed out everywhere.`,
    },
    remove: {
      title: `Remove ${name}?`,
      consequence:
        'They are signed out at once and cannot sign in again. Their private runs are stopped. What they did stays, under their name.',
      confirm: 'Remove',
      done: `${name} was removed.`,
    },
  };
}
