import { useRef, useState } from 'react';
import type { StartedRun } from '@/lib/contracts/run-requests';
import type { WorkflowPlan, WorkflowView } from '@/lib/contracts/workflows';
import { ApiError, hasErrorCode } from '../../_client/api-error';
import { createIdempotencyKey } from '../../_client/idempotency-key';
import { clearPrefill } from '../../_client/prefill-store';
import { usePlanWorkflow, useStartRun } from '../../_client/workflow-queries';
import { useStartWorkspace } from '../../_client/workspaces';
import { announce } from '../../_ui/state/announcer';
import { type FieldValue, type FieldValues, toInitialValues, toParameters } from './field-values';
import { useFormDraft } from './form-draft';

/** `attempt` is a new object for each try, even when the person has corrected a field since. */
type Failure = { message: string; fields: Readonly<Record<string, string>>; attempt: object };
type Input = {
  workflow: WorkflowView;
  prefilled: Readonly<Record<string, unknown>>;
  conversationId: string | null;
  modelId: string | null;
  onStarted: (started: StartedRun) => void;
};

/**
 * Manages the form: its values, the plan reviewed for exactly these values, and errors. The same values start
 * only one run.
 */
export function useStartForm({ workflow, prefilled, conversationId, modelId, onStarted }: Input) {
  const draft = useFormDraft(workflow, prefilled);
  const { workspaces, workspaceId, choose, elsewhere } = useStartWorkspace(conversationId);
  // A run of a conversation begins in its workspace.
  const place = conversationId === null ? (workspaceId === null ? {} : { workspaceId }) : { conversationId };
  const [values, setValues] = useState(() => toInitialValues(workflow.fields, [prefilled, draft.values]));
  const [plan, setPlan] = useState<WorkflowPlan | null>(null);
  const [hasConsent, setHasConsent] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [cleared, setCleared] = useState<FieldValues | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const idempotencyKey = useRef(createIdempotencyKey());
  const isBusy = useRef(false);
  const planning = usePlanWorkflow(workflow.id);
  const starting = useStartRun(workflow.id);

  const isPlanReady = plan?.calls.every(({ problem }) => problem === null) ?? false;
  const canSubmit =
    workflow.whyNotStart === null &&
    (workflow.kind === 'agent' || plan === null || (isPlanReady && (hasConsent || !plan.needsConsent)));

  const empty = toInitialValues(workflow.fields, []);
  const isEmpty = JSON.stringify(values) === JSON.stringify(empty);

  const fill = (next: FieldValues) => {
    setValues(next);
    setPlan(null);
    setHasConsent(false);
    idempotencyKey.current = createIdempotencyKey();
  };
  const fail = (error: unknown) => {
    isBusy.current = false;
    const fields = error instanceof ApiError ? error.fields : {};
    const message = error instanceof Error ? error.message : 'Could not start the workflow.';
    setFailure({ message, fields, attempt: {} });
  };
  const review = () => {
    const key = idempotencyKey.current;
    planning.mutate(
      { parameters: toParameters(values), ...place },
      {
        onSuccess: (next) => {
          isBusy.current = false;
          // The values have changed since the request, so this plan is out of date.
          if (key !== idempotencyKey.current) return;
          setPlan(next);
          setHasConsent(false);
          setRefusals(0);
          announce('Review the changes below the form.');
        },
        onError: fail,
      },
    );
  };
  const start = () =>
    starting.mutate(
      {
        parameters: toParameters(values),
        // Another model, another plan or another workspace makes another run.
        idempotencyKey: [idempotencyKey.current, modelId, plan?.planHash, workspaceId].join(':'),
        ...place,
        ...(modelId === null ? {} : { modelId }),
        ...(plan?.needsConsent ? { consent: plan.planHash } : {}),
      },
      {
        onSuccess: (started) => {
          clearPrefill([workflow.id, ...workflow.formerIds]);
          draft.discard();
          onStarted(started);
        },
        onError: (error) => {
          fail(error);
          // The person confirmed a plan that is no longer current, so they must review the new one.
          if (hasErrorCode(error, 'plan_changed') || hasErrorCode(error, 'consent_required')) review();
        },
      },
    );

  return {
    /** The paths of the form are of this workspace. Null means the only one. */
    workspaceId,
    /** The person picks one of these for a new conversation. */
    workspaces: conversationId === null ? workspaces : [],
    /** Another server of this name has the files. Null means that this one has them. */
    elsewhere,
    chooseWorkspace(id: string) {
      choose(id);
      fill(values);
    },
    values,
    plan,
    hasConsent,
    setHasConsent,
    /** Counts how often the person tried to start this plan without consent. */
    refusals,
    failure,
    canSubmit,
    isSending: planning.isPending || starting.isPending || starting.isSuccess,
    canUseLast: isEmpty && workflow.lastParameters !== null && workflow.fields.length > 0,
    applyLastValues: () => fill(toInitialValues(workflow.fields, [workflow.lastParameters ?? {}])),
    canClear: !isEmpty,
    /** The person can restore the values that they cleared last, until they enter others. */
    canRestore: isEmpty && cleared !== null,
    restore() {
      if (cleared === null) return;
      fill(cleared);
      draft.keep(cleared);
    },
    clear() {
      setCleared(values);
      fill(empty);
      setFailure(null);
      clearPrefill([workflow.id, ...workflow.formerIds]);
      draft.discard();
    },
    change(name: string, value: FieldValue) {
      const next = { ...values, [name]: value };
      fill(next);
      draft.keep(next);
      if (failure?.fields[name] === undefined) return;
      const { [name]: _, ...others } = failure.fields;
      setFailure(Object.keys(others).length === 0 ? null : { ...failure, fields: others });
    },
    submit() {
      if (isBusy.current || starting.isSuccess) return;
      if (!canSubmit && isPlanReady) setRefusals(refusals + 1);
      if (!canSubmit) return;
      isBusy.current = true;
      setFailure(null);
      if (workflow.kind === 'direct' && plan === null) review();
      else start();
    },
  };
}
