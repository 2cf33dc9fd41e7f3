'use client';

import { Button, Kbd, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  IconAlertCircle,
  IconEraser,
  IconEyeCheck,
  IconHistory,
  IconPlayerPlay,
} from '@/app/_ui/icons/icons';
import type { StartedRun } from '@/lib/contracts/run-requests';
import type { ModelChoice, WorkflowView } from '@/lib/contracts/workflows';
import { WorkspaceProvider } from '../../_ui/files/workspace-context';
import { focusFirstError, focusFirstField } from '../../_ui/form/focus-field';
import { ModelSelect } from '../../_ui/model/model-select';
import { ModifierKey } from '../../_ui/shell/modifier-key';
import { Callout } from '../../_ui/state/callout';
import { Highlighted } from '../../_ui/text/highlighted';
import { WorkspaceSelect } from '../../_ui/workspaces/workspace-select';
import { DemoRequests } from './demo-requests';
import { DemonstrationNotice } from './demonstration-notice';
import { ErrorSummary } from './error-summary';
import { FormField, fieldElementId } from './form-field';
import { PlanReview } from './plan-review';
import { findDemoRequests } from './request-field';
import classes from './start-form.module.css';
import { useStartForm } from './use-start-form';
import { useSubmitKey } from './use-submit-key';

type Props = {
  workflow: WorkflowView;
  /** These values come from a link or an earlier run. */
  prefilled: Readonly<Record<string, unknown>>;
  conversationId: string | null;
  models: readonly ModelChoice[];
  /** Null means the default. */
  modelId: string | null;
  onModel: (id: string | null) => void;
  onStarted: (started: StartedRun) => void;
};

export function StartForm(props: Props) {
  const { workflow, models, modelId, onModel } = props;
  const form = useStartForm(props);
  const element = useRef<HTMLFormElement>(null);
  useSubmitKey(element, form.submit);
  const isReview = workflow.kind === 'direct' && form.plan === null;

  const isAboutFields = Object.keys(form.failure?.fields ?? {}).length > 0;
  useEffect(() => focusFirstField(element.current), []);
  const attempt = form.failure?.attempt;
  useEffect(() => {
    if (attempt) focusFirstError(element.current);
  }, [attempt]);
  const instruction = workflow.fields.find(({ isInstruction }) => isInstruction);
  const demoRequests = findDemoRequests(models, workflow, modelId);

  return (
    <form
      ref={element}
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {workflow.whyNotStart !== null && (
        <div className={classes['before']}>
          <Callout tone="danger" title="You cannot start this workflow">
            {workflow.whyNotStart}
          </Callout>
        </div>
      )}
      {workflow.signerShortage !== null && (
        <div className={classes['before']}>
          <Callout tone="needs-you">{workflow.signerShortage}</Callout>
        </div>
      )}
      {form.canUseLast && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['last']}
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={form.applyLastValues}
        >
          Use last values
        </Button>
      )}
      <WorkspaceSelect
        workspaces={form.workspaces}
        value={form.workspaceId}
        description={
          form.elsewhere === null
            ? undefined
            : `The server “${form.elsewhere}” has its files and does its work.`
        }
        onChange={form.chooseWorkspace}
      />
      <WorkspaceProvider value={form.workspaceId}>
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
      </WorkspaceProvider>
      {instruction && demoRequests.length > 0 && (
        <div className={classes['demo']}>
          <DemoRequests
            requests={demoRequests}
            onChoose={(request) => {
              form.change(instruction.name, request);
              document.getElementById(fieldElementId(instruction.name))?.focus();
            }}
          >
            <DemonstrationNotice />
          </DemoRequests>
        </div>
      )}
      {workflow.model?.problem && (
        <Callout tone="danger" title="This workflow cannot start now">
          {workflow.model.problem}
        </Callout>
      )}
      {workflow.kind === 'agent' && !workflow.model && (
        <ModelSelect
          models={models}
          value={modelId}
          onChange={(id) => onModel(models.some((model) => model.isDefault && model.id === id) ? null : id)}
        />
      )}
      {form.plan && (
        <WorkspaceProvider value={form.workspaceId}>
          <PlanReview
            plan={form.plan}
            hasConsent={form.hasConsent}
            refusals={form.refusals}
            onConsent={form.setHasConsent}
          />
        </WorkspaceProvider>
      )}
      {form.failure && !isAboutFields && (
        <div className={classes['failure']}>
          <Callout tone="danger" role="alert" icon={<IconAlertCircle size={17} />}>
            <Highlighted text={form.failure.message} />
          </Callout>
        </div>
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
        {form.canSubmit && (
          <Text size="sm" c="dimmed" visibleFrom="sm">
            <Kbd size="xs">
              <ModifierKey /> ↵
            </Kbd>
          </Text>
        )}
        {form.failure && isAboutFields && (
          <ErrorSummary
            message={form.failure.message}
            fields={workflow.fields}
            errors={form.failure.fields}
          />
        )}
        {/* Clear and restore share one button, so that the focus stays. */}
        {(form.canClear || form.canRestore) && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={classes['clear']}
            leftSection={
              form.canClear ? <IconEraser size={16} aria-hidden /> : <IconHistory size={16} aria-hidden />
            }
            onClick={form.canClear ? form.clear : form.restore}
          >
            {form.canClear ? 'Clear form' : 'Undo clear'}
          </Button>
        )}
      </div>
    </form>
  );
}
