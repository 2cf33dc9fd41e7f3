'use client';

import { Button, SegmentedControl, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { IconChartBar, IconDownload } from '@/app/_ui/icons/icons';
import { formatAmount, formatTokens } from '@/app/_ui/text/describe-usage';
import { type UsageView, usageRanges } from '@/lib/contracts/usage';
import { countOf, formatCount } from '@/lib/shared/quantities';
import { type UsageRange, usageExportAddress, useUsage } from '../../_client/usage-queries';
import { PageHeader } from '../../_ui/shell/page-header';
import { EmptyNote } from '../../_ui/state/empty-note';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { type Grouping, toChart } from './chart-series';
import { UnreadUsage } from './unread-usage';
import classes from './usage.module.css';
import { UsageChart } from './usage-chart';
import { UsageTable } from './usage-table';

/** Shows what models used, by day, workflow and model. */
export function UsageScreen() {
  const [days, setDays] = useState<UsageRange>(30);
  const usage = useUsage(days);
  const hasRows = (usage.data?.rows.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Usage"
        lead="The tokens that model servers reported. A run that is still working is counted when it pauses or ends."
        actions={
          <>
            <SegmentedControl
              value={String(days)}
              onChange={(value) => setDays(usageRanges.find((range) => String(range) === value) ?? 30)}
              aria-label="Days"
              data={usageRanges.map((range) => ({ value: String(range), label: `${range} days` }))}
            />
            {hasRows && (
              <Button
                component="a"
                variant="default"
                href={usageExportAddress(days)}
                download
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                Export CSV
              </Button>
            )}
          </>
        }
      />
      <Loaded query={usage} loading={<LoadingRows rows={6} />} failure="The usage could not be loaded">
        {(view) => (
          <>
            <UnreadUsage rows={view.damagedRows} />
            {view.rows.length > 0 ? (
              <UsageContent view={view} />
            ) : (
              <EmptyNote
                icon={<IconChartBar size={26} stroke={1.5} />}
                title={`No model was asked in ${days} days`}
              >
                Run a workflow with a model. Its tokens are counted here.
              </EmptyNote>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function UsageContent({ view }: { view: UsageView }) {
  const [grouping, setGrouping] = useState<Grouping>('model');
  const chart = useMemo(() => toChart(view, grouping), [view, grouping]);
  const { total } = view;
  const hasTokens = total.unreported < total.calls;
  return (
    <>
      <Figures total={total} />
      {total.unreported > 0 && (
        <p className={classes['note']}>
          Servers reported no tokens for {countOf(total.unreported, 'reply', 'replies')}, so the real sums are
          higher.
        </p>
      )}
      {hasTokens && (
        <section className={classes['sheet']} aria-labelledby="usage-by-day">
          <div className={classes['sheetHead']}>
            <Title order={2} size="h4" id="usage-by-day">
              Tokens by day
            </Title>
            <SegmentedControl<Grouping>
              size="xs"
              value={grouping}
              onChange={setGrouping}
              aria-label="Colors of the chart"
              data={[
                { value: 'model', label: 'By model' },
                { value: 'workflow', label: 'By workflow' },
              ]}
            />
          </div>
          <UsageChart key={grouping} {...chart} />
        </section>
      )}
      <UsageTable rows={view.rows} />
    </>
  );
}

function Figures({ total }: { total: UsageView['total'] }) {
  const figures = [
    ['Tokens in', formatTokens(total.input)],
    ['Cached input', formatTokens(total.cached)],
    ['Tokens out', formatTokens(total.output)],
    ['Model calls', formatCount(total.calls)],
    ...(total.amountUsd === null
      ? []
      : [['Cost', `${formatAmount(total.amountUsd)}${total.unpriced > 0 ? ' or more' : ''}`]]),
  ];
  return (
    <dl className={classes['figures']}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
