'use client';

import { Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type RetentionEffect, type RetentionView, retentionBody } from '@/lib/contracts/retention';
import { countOf } from '@/lib/shared/quantities';
import { useChangeRetention, useRetention, useRetentionEffect } from '../../_client/settings-queries';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { announce } from '../../_ui/state/announcer';
import { Callout } from '../../_ui/state/callout';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';

/** The form begins with this many days when somebody chooses a limit. */
const usualDays = 90;

/** Says how long conversations are kept. A choice says what would go before it is saved. */
export function RetentionSection() {
  const retention = useRetention();
  return (
    <SettingsSection
      id="retention"
      title="Keep conversations"
      lead="Older conversations are removed for good, with their runs. One with an active run, or with a request that waits, stays. The audit log stays."
    >
      <Loaded
        query={retention}
        loading={<LoadingRows rows={2} height={24} />}
        failure="This setting could not be loaded"
      >
        {(view) => <RetentionForm key={view.keepDays} view={view} />}
      </Loaded>
    </SettingsSection>
  );
}

function RetentionForm({ view }: { view: RetentionView }) {
  const change = useChangeRetention();
  const [isForEver, setIsForEver] = useState(view.keepDays === null);
  const [days, setDays] = useState<number | string>(view.keepDays ?? usualDays);
  const chosen = retentionBody.safeParse({ keepDays: isForEver ? null : days });
  const keepDays = chosen.data?.keepDays ?? null;
  const isChanged = !chosen.success || keepDays !== view.keepDays;
  const effect = useRetentionEffect(isChanged ? keepDays : null);
  const isKnown = keepDays === null || effect.data !== undefined;
  const error = change.error ?? effect.error;
  const restore = () => {
    setIsForEver(view.keepDays === null);
    setDays(view.keepDays ?? usualDays);
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Radio.Group
        aria-label="Keep conversations"
        value={isForEver ? 'ever' : 'days'}
        onChange={(value) => setIsForEver(value === 'ever')}
      >
        <Stack gap="xs">
          <Radio value="ever" label="For ever" />
          <Radio value="days" label="For some days after their last change" />
        </Stack>
      </Radio.Group>
      {!isForEver && (
        <NumberInput
          label="Days"
          value={days}
          onChange={setDays}
          allowDecimal={false}
          allowNegative={false}
          error={chosen.error?.issues[0]?.message}
        />
      )}
      {isChanged && effect.data && <Effect {...effect.data} />}
      {error && (
        <Callout tone="danger" role="alert">
          {error.message}
        </Callout>
      )}
      {isChanged && (
        <Group gap="xs">
          <Button
            loading={change.isPending}
            disabled={!chosen.success || !isKnown}
            onClick={() => change.mutate({ keepDays }, { onSuccess: () => announce('Setting saved.') })}
          >
            Save
          </Button>
          <Button variant="subtle" color="gray" onClick={restore}>
            Cancel
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Effect({ conversations }: RetentionEffect) {
  if (conversations === 0)
    return (
      <Text size="sm" role="status">
        No conversation would go now.
      </Text>
    );
  const title = `About ${countOf(conversations, 'conversation')} would go now`;
  return (
    <Callout tone="needs-you" role="status" title={title}>
      Nobody can bring them back. Private conversations count, too.
    </Callout>
  );
}
