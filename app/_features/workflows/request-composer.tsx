'use client';

import { Button, Kbd, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconPlayerPlay, IconShieldCheck } from '@/app/_ui/icons/icons';
import type { StartedRun } from '@/lib/contracts/run-requests';
import type { WorkflowList } from '@/lib/contracts/workflows';
import { ModelSelect } from '../../_ui/model/model-select';
import { ModifierKey } from '../../_ui/shell/modifier-key';
import { Callout } from '../../_ui/state/callout';
import { Highlighted } from '../../_ui/text/highlighted';
import { WorkspaceSelect } from '../../_ui/workspaces/workspace-select';
import { DemoRequests } from './demo-requests';
import { DemonstrationNotice } from './demonstration-notice';
import classes from './request-composer.module.css';
import { findDemoRequests, type RequestTarget } from './request-field';
import { useStartForm } from './use-start-form';
import { WhatMayHappen } from './what-may-happen';

type Props = {
  list: WorkflowList;
  target: RequestTarget;
  /** Renders the heading that names the field. */
  title: (id: string) => ReactNode;
  onStarted: (started: StartedRun) => void;
};

/** Starts a run of any request. Its text is the draft of that workflow's form. */
export function RequestComposer({ list, target: { workflow, field }, title, onStarted }: Props) {
  const baseId = useId();
  const [modelId, setModelId] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const form = useStartForm({ workflow, prefilled: {}, conversationId: null, modelId, onStarted });
  const text = String(form.values[field.name] ?? '');
  const error = form.failure && (form.failure.fields[field.name] ?? form.failure.message);
  const demoRequests = findDemoRequests(list.models, workflow, modelId);
  const isDemo =
    workflow.model === null && (demoRequests.length > 0 || (modelId === null && list.model.isDemo));

  const attempt = form.failure?.attempt;
  useEffect(() => {
    if (attempt) input.current?.focus();
  }, [attempt]);
  const submit = () => {
    if (text.trim() === '') input.current?.focus();
    else form.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  const choose = (request: string) => {
    form.change(field.name, request);
    input.current?.focus();
  };

  return (
    <>
      {title(`${baseId}-title`)}
      <form
        noValidate
        className={classes['composer']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={onKeyDown}
      >
        <Textarea
          ref={input}
          aria-labelledby={`${baseId}-title`}
          variant="unstyled"
          className={classes['input']}
          placeholder={field.placeholder ?? ''}
          value={text}
          error={error !== null && <Highlighted text={error} />}
          errorProps={{ role: 'alert' }}
          autosize
          minRows={2}
          maxRows={12}
          onChange={(event) => form.change(field.name, event.currentTarget.value)}
        />
        <div className={classes['bar']}>
          <WorkspaceSelect
            isCompact
            workspaces={form.workspaces}
            value={form.workspaceId}
            onChange={form.chooseWorkspace}
          />
          <ModelSelect
            isCompact
            models={workflow.model ? [] : list.models}
            value={modelId}
            onChange={(id) =>
              setModelId(list.models.some((one) => one.isDefault && one.id === id) ? null : id)
            }
          />
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={`${baseId}-may`}
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            What may happen
          </Button>
          <div className={classes['end']}>
            <Text size="sm" c="dimmed" visibleFrom="sm">
              <Kbd size="xs">
                <ModifierKey /> ↵
              </Kbd>
            </Text>
            <Button
              type="submit"
              variant={text.trim() === '' ? 'default' : 'filled'}
              loading={form.isSending}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
            >
              Start
            </Button>
          </div>
        </div>
        <div id={`${baseId}-may`} hidden={!isOpen} className={classes['may']}>
          {isOpen && (
            <WhatMayHappen
              workflow={workflow}
              conversationId={null}
              model={list.models.find(({ id }) => id === modelId) ?? list.model}
            />
          )}
        </div>
      </form>
      {(workflow.whyNotStart ?? workflow.model?.problem) && (
        <Callout tone="danger" title="A request cannot start now">
          {workflow.whyNotStart ?? workflow.model?.problem}
        </Callout>
      )}
      {isDemo && (
        <DemoRequests requests={demoRequests} onChoose={choose}>
          <DemonstrationNotice />
        </DemoRequests>
      )}
    </>
  );
}
