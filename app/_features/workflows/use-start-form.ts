import { useRef, useState } from 'react';
import type { StartedRun } from '@/lib/contracts/runs';
import type { WorkflowPlan, WorkflowView } from '@/lib/contracts/workflows';
import { ApiError, hasErrorCode } from '../../_client/api-error';
import { createIdempotencyKey } from '../../_client/idempotency-key';
import { clearPrefill } from '../../_client/prefill-store';
import { usePlanWorkflow, useStartRun } from '../../_client/workflow-queries';
import { announce } from '../../_ui/state/announcer';
import { type FieldValue, toInitialValues, toParameters } from './field-values';

type Failure = { message: string; fields: Readonly<Record<string, string>> };
type Input = {
  workflow: WorkflowView;
  given: Readonly<Record<string, unknown>>;
  conversationId: string | null;
  onStarted: (started: StartedRun) => void;
};

/** The form's state: values, the plan reviewed for exactly these values, what was wrong. One filling starts one run. */
export function useStartForm({ workflow, given, conversationId, onStarted }: Input) {
  const [values, setValues] = useState(() => toInitialValues(workflow.fields, [given]));
  const [plan, setPlan] = useState<WorkflowPlan | null>(null);
  const [hasConsent, setHasConsent] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isTouched, setIsTouched] = useState(Object.keys(given).length > 0);
  const idempotencyKey = useRef(createIdempotencyKey());
  const isBusy = useRef(false);
  const planning = usePlanWorkflow(workflow.id);
  const starting = useStartRun(workflow.id);

  const isPlanReady = plan?.calls.every(({ problem }) => problem === null) ?? false;
  const canSubmit =
    workflow.kind === 'agent' || plan === null || (isPlanReady && (hasConsent || !plan.needsConsent));

  const fill = (next: typeof values) => {
    setValues(next);
    setPlan(null);
    setHasConsent(false);
    setIsTouched(true);
    idempotencyKey.current = createIdempotencyKey();
  };
  const fail = (error: unknown) => {
    isBusy.current = false;
    const fields = error instanceof ApiError ? error.fields : {};
    setFailure({ message: error instanceof Error ? error.message : 'It could not be started.', fields });
  };
  const review = () =>
    planning.mutate(toParameters(values), {
      onSuccess: (next) => {
        isBusy.current = false;
        setPlan(next);
        setHasConsent(false);
        announce('Review what will be done, below the form.');
      },
      onError: fail,
    });
  const start = () =>
    starting.mutate(
      {
        parameters: toParameters(values),
        idempotencyKey: idempotencyKey.current,
        ...(conversationId === null ? {} : { conversationId }),
        ...(plan?.needsConsent ? { consent: plan.planHash } : {}),
      },
      {
        onSuccess: (started) => {
          clearPrefill(workflow.id);
          onStarted(started);
        },
        onError: (error) => {
          fail(error);
          // What was agreed to is not what would happen: it must be looked at again.
          if (hasErrorCode(error, 'plan_changed') || hasErrorCode(error, 'consent_required')) review();
        },
      },
    );

  return {
    values,
    plan,
    hasConsent,
    setHasConsent,
    failure,
    canSubmit,
    isSending: planning.isPending || starting.isPending || starting.isSuccess,
    canUseLast: !isTouched && workflow.lastParameters !== null && workflow.fields.length > 0,
    applyLastValues: () => fill(toInitialValues(workflow.fields, [workflow.lastParameters ?? {}])),
    change(name: string, value: FieldValue) {
      fill({ ...values, [name]: value });
      if (failure?.fields[name] === undefined) return;
      const { [name]: _, ...others } = failure.fields;
      setFailure(Object.keys(others).length === 0 ? null : { ...failure, fields: others });
    },
    submit() {
      if (!canSubmit || isBusy.current || starting.isSuccess) return;
      isBusy.current = true;
      setFailure(null);
      if (workflow.kind === 'direct' && plan === null) review();
      else start();
    },
  };
}
