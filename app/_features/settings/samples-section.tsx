'use client';

import { Button, Group, Text } from '@mantine/core';
import type { SampleState } from '@/lib/contracts/settings';
import { countOf } from '@/lib/shared/quantities';
import { useChangeSampleFiles, useSampleFiles } from '../../_client/settings-queries';
import { useWorkspaceChoice } from '../../_client/workspaces';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { announce } from '../../_ui/state/announcer';
import { Callout } from '../../_ui/state/callout';

const maxShown = 6;

/**
 * Puts the sample files back, so that a person can repeat the first runs. It appears only for a workspace
 * that was created with sample files.
 */
export function SamplesSection() {
  const { chosenId } = useWorkspaceChoice();
  const { data: state } = useSampleFiles(chosenId);
  const change = useChangeSampleFiles(chosenId);
  if (!state?.isOffered) return null;
  const run = (what: 'reset' | 'undo') =>
    change.mutate(what, {
      onSuccess: () => announce(what === 'reset' ? 'Sample files reset.' : 'Reset undone.'),
    });
  const kept = change.data?.kept ?? [];
  return (
    <SettingsSection
      id="samples"
      title="Sample files"
      lead="Put the sample files back to try a workflow again. Other files stay as they are."
      isScreenOnly
    >
      <div>
        <Text size="sm" mb="xs">
          {describe(state)}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            disabled={state.changes.length === 0}
            loading={change.isPending && change.variables === 'reset'}
            onClick={() => run('reset')}
          >
            Reset sample files
          </Button>
          {state.undo && (
            <Button
              variant="subtle"
              loading={change.isPending && change.variables === 'undo'}
              onClick={() => run('undo')}
            >
              Undo reset
            </Button>
          )}
        </Group>
        {change.error && (
          <Callout tone="danger" role="alert" title="Could not change the sample files">
            {change.error.message}
          </Callout>
        )}
        {kept.length > 0 && (
          <Callout tone="plain" role="status" title={`${countOf(kept.length, 'file')} not changed`}>
            <ul>
              {kept.map(({ path, reason }) => (
                <li key={path}>
                  <code>{path}</code>: {reason}
                </li>
              ))}
            </ul>
          </Callout>
        )}
      </div>
    </SettingsSection>
  );
}

function describe({ changes, undo }: SampleState): string {
  if (changes.length === 0)
    return undo
      ? 'The sample files are back to their original contents.'
      : 'The sample files have their original contents.';
  const names = changes.slice(0, maxShown).map(({ path, kind, movedTo }) => {
    if (kind === 'changed') return `${path} (changed)`;
    return movedTo === null ? `${path} (missing)` : `${path} (moved to ${movedTo})`;
  });
  const more = changes.length > maxShown ? `, and ${changes.length - maxShown} more` : '';
  return `Reset replaces ${names.join(', ')}${more}.`;
}
