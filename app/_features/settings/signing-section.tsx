'use client';

import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { SigningBody, SigningView } from '@/lib/contracts/signing';
import { useChangeSigning, useSigning } from '../../_client/settings-queries';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { announce } from '../../_ui/state/announcer';
import { Callout } from '../../_ui/state/callout';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';

const choices: { value: SigningBody['highRisk']; label: string }[] = [
  { value: 'approver', label: 'An approver' },
  { value: 'other_approver', label: 'An approver who did not start the run' },
];

/** Says who signs a high risk. A choice that would leave nobody to sign is explained before it is saved. */
export function SigningSection() {
  const signing = useSigning();
  return (
    <SettingsSection
      id="signing"
      title="Signing"
      lead="Who signs an action of high risk. It counts for new requests."
    >
      <Loaded
        query={signing}
        loading={<LoadingRows rows={2} height={24} />}
        failure="This setting could not be loaded"
      >
        {(view) => <SigningForm key={view.highRisk} view={view} />}
      </Loaded>
    </SettingsSection>
  );
}

function SigningForm({ view }: { view: SigningView }) {
  const change = useChangeSigning();
  const [chosen, setChosen] = useState(view.highRisk);
  const isChanged = chosen !== view.highRisk;
  return (
    <Stack gap="sm" align="flex-start">
      <Radio.Group
        aria-label="High risk is signed by"
        value={chosen}
        onChange={(value) => setChosen(choices.find((choice) => choice.value === value)?.value ?? chosen)}
      >
        <Stack gap="xs">
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {chosen === 'other_approver' && view.signers < 2 && (
        <Callout tone="needs-you" title="You are the only person here who could sign">
          Every request of high risk in your own runs would wait until someone else can sign it.
        </Callout>
      )}
      {change.error && (
        <Callout tone="danger" role="alert">
          {change.error.message}
        </Callout>
      )}
      {isChanged && (
        <Group gap="xs">
          <Button
            loading={change.isPending}
            onClick={() =>
              change.mutate({ highRisk: chosen }, { onSuccess: () => announce('Signing saved.') })
            }
          >
            Save
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setChosen(view.highRisk)}>
            Cancel
          </Button>
        </Group>
      )}
    </Stack>
  );
}
