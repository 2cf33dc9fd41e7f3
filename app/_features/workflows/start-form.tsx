'use client';

import { Button, Kbd, Stack, Text } from '@mantine/core';
import { IconEyeCheck, IconHistory, IconPlayerPlay } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { StartedRun } from '@/lib/contracts/runs';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { ModifierKey } from '../../_ui/shell/modifier-key';
import { ErrorSummary } from './error-summary';
import { FormField } from './form-field';
import { PlanReview } from './plan-review';
import classes from './start-form.module.css';
import { useStartForm } from './use-start-form';

type Props = {
  workflow: WorkflowView;
  /** Values a link or an earlier run brings along. */
  given: Readonly<Record<string, unknown>>;
  conversationId: string | null;
  onStarted: (started: StartedRun) => void;
};

export function StartForm({ workflow, given, conversationId, onStarted }: Props) {
  const form = useStartForm({ workflow, given, conversationId, onStarted });
  const isReview = workflow.kind === 'direct' && form.plan === null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.submit();
  };

  return (
    <form
      noValidate
      className={classes['form']}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.failure && (
        <ErrorSummary message={form.failure.message} fields={workflow.fields} errors={form.failure.fields} />
      )}
      {form.canUseLast && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['last']}
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={form.applyLastValues}
        >
          Fill in the values of last time
        </Button>
      )}
      <Stack gap="lg">
        {workflow.fields.length === 0 && <Text c="dimmed">This workflow needs no input.</Text>}
        {workflow.fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            value={form.values[field.name] ?? ''}
            error={form.failure?.fields[field.name]}
            onChange={(value) => form.change(field.name, value)}
          />
        ))}
      </Stack>
      {form.plan && (
        <PlanReview plan={form.plan} hasConsent={form.hasConsent} onConsent={form.setHasConsent} />
      )}
      <div className={classes['actions']}>
        <Button
          type="submit"
          size="md"
          loading={form.isSending}
          disabled={!form.canSubmit}
          leftSection={
            isReview ? <IconEyeCheck size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
          }
        >
          {isReview ? 'Review what it will do' : 'Start'}
        </Button>
        <Text size="sm" c="dimmed" visibleFrom="sm">
          <Kbd size="xs">
            <ModifierKey />
          </Kbd>{' '}
          <Kbd size="xs">Enter</Kbd>
        </Text>
      </div>
    </form>
  );
}
