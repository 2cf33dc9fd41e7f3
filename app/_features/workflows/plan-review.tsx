'use client';

import { Checkbox, Stack, Title } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { IconAlertTriangle } from '@/app/_ui/icons/icons';
import type { WorkflowPlan } from '@/lib/contracts/workflows';
import { FileContextProvider } from '../../_ui/files/path-link';
import { PresentationView } from '../../_ui/presentation/presentation-view';
import { Callout } from '../../_ui/state/callout';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { HeadlineText } from '../../_ui/text/headline-text';
import { Highlighted } from '../../_ui/text/highlighted';
import { ShownInFull } from '../../_ui/text/use-fold';
import classes from './plan-review.module.css';

type Props = {
  plan: WorkflowPlan;
  hasConsent: boolean;
  /** Counts how often the person pressed Start without consent. */
  refusals: number;
  onConsent: (hasConsent: boolean) => void;
};

/** Shows the exact steps of a direct workflow, and asks for the person's consent. */
export function PlanReview({ plan, hasConsent, refusals, onConsent }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  // The person asked for the plan, which may be below the window. Their button was disabled meanwhile, so it
  // cannot keep the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each new plan
  useEffect(() => title.current?.focus(), [plan]);
  const tick = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusals > 0) tick.current?.focus();
  }, [refusals]);
  const problems = plan.calls.filter(({ problem }) => problem !== null).length;
  const isAllChanges = plan.calls.every(({ asks }) => asks);
  const amount = plan.calls.length;
  const noun = `${isAllChanges ? 'change' : 'step'}${amount === 1 ? '' : 's'}`;
  return (
    <section className={classes['plan']} aria-labelledby="plan-title">
      <Title order={2} id="plan-title" ref={title} tabIndex={-1}>
        {amount} {noun}
      </Title>
      <Suspense fallback={<LoadingRows rows={amount} height={96} />}>
        <ol className={classes['calls']}>
          {plan.calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan is a fixed list and may have the same call twice
            <li key={index} className={classes['call']}>
              <p className={classes['headline']}>
                <span className={classes['place']} aria-hidden>
                  {index + 1}
                </span>
                <HeadlineText text={call.headline} />
              </p>
              {call.problem !== null && (
                <Callout
                  tone="danger"
                  icon={<IconAlertTriangle size={17} />}
                  title="This step cannot work right now"
                >
                  <Highlighted text={call.problem} />
                </Callout>
              )}
              <Stack gap="sm">
                <FileContextProvider value="request">
                  <ShownInFull>
                    {call.preview.map((presentation, position) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: previews of one call have a fixed order
                      <PresentationView key={position} presentation={presentation} />
                    ))}
                  </ShownInFull>
                </FileContextProvider>
              </Stack>
            </li>
          ))}
        </ol>
        {problems > 0 ? (
          <Callout
            tone="danger"
            role="alert"
            icon={<IconAlertTriangle size={17} />}
            title="The workflow cannot start yet"
          >
            Change the values above and review the changes again.
          </Callout>
        ) : (
          plan.needsConsent && (
            <div className={classes['consent']}>
              <Checkbox
                ref={tick}
                checked={hasConsent}
                onChange={(event) => onConsent(event.currentTarget.checked)}
                error={
                  refusals > 0 &&
                  !hasConsent &&
                  `Tick this before you start: it says that you agree to ${amount === 1 ? `this ${noun}` : `these ${noun}`}.`
                }
                label={`I’ve reviewed ${amount === 1 ? `this ${noun}` : `these ${amount} ${noun}`}.`}
              />
            </div>
          )
        )}
      </Suspense>
    </section>
  );
}
