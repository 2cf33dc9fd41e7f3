'use client';

import { Checkbox, Stack, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { WorkflowPlan } from '@/lib/contracts/workflows';
import { PresentationView } from '../../_ui/presentation/presentation-view';
import { Callout } from '../../_ui/state/callout';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { HeadlineText } from '../../_ui/text/headline-text';
import classes from './plan-review.module.css';

type Props = { plan: WorkflowPlan; hasConsent: boolean; onConsent: (given: boolean) => void };

/** Exactly what a direct workflow will do, and the consent to it. */
export function PlanReview({ plan, hasConsent, onConsent }: Props) {
  const problems = plan.calls.filter(({ problem }) => problem !== null).length;
  return (
    <section className={classes['plan']} aria-labelledby="plan-title">
      <Title order={2} id="plan-title" tabIndex={-1}>
        {plan.calls.length === 1
          ? 'This one thing will be done'
          : `These ${plan.calls.length} things will be done`}
      </Title>
      <Suspense fallback={<LoadingRows rows={plan.calls.length} height={96} />}>
        <ol className={classes['calls']}>
          {plan.calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan is a fixed list; one call may stand in it twice
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
                  title="This cannot be done as things are"
                >
                  {call.problem}
                </Callout>
              )}
              <Stack gap="sm">
                {call.preview.map((presentation, position) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: previews of one call have a fixed order
                  <PresentationView key={position} presentation={presentation} />
                ))}
              </Stack>
            </li>
          ))}
        </ol>
        {problems > 0 ? (
          <Callout
            tone="danger"
            role="alert"
            icon={<IconAlertTriangle size={17} />}
            title="It cannot be started yet"
          >
            Change the values above and review it again.
          </Callout>
        ) : (
          plan.needsConsent && (
            <div className={classes['consent']}>
              <Checkbox
                checked={hasConsent}
                onChange={(event) => onConsent(event.currentTarget.checked)}
                label="I have reviewed this. Do exactly this."
              />
            </div>
          )
        )}
      </Suspense>
    </section>
  );
}
