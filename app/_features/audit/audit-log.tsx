'use client';

import { NativeSelect } from '@mantine/core';
import { IconHistory } from '@/app/_ui/icons/icons';
import { auditKinds } from '@/lib/contracts/audit';
import { useAuditLog } from '../../_client/audit-queries';
import { useAddressValue } from '../../_client/use-address-value';
import { PageHeader } from '../../_ui/shell/page-header';
import { SheetList } from '../../_ui/shell/sheet-list';
import { DamagedRows } from '../../_ui/state/damaged-rows';
import { EmptyNote } from '../../_ui/state/empty-note';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { NextPage } from '../../_ui/state/next-page';
import classes from './audit.module.css';
import { AuditRow } from './audit-row';
import { auditWords } from './audit-words';

const everyKind = { value: '', label: 'All changes' };
const everyone = { value: '', label: 'By everyone' };

/** Shows who changed people, settings and conversations. */
export function AuditLog() {
  const [by, setBy] = useAddressValue('by');
  const [asked, setKind] = useAddressValue('kind');
  const kind = auditKinds.find((known) => known === asked) ?? '';
  const list = useAuditLog(by, kind);
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const damaged = list.data?.pages.flatMap((page) => page.damaged) ?? [];
  const people = list.data?.pages.at(-1)?.people ?? [];
  const isNarrowed = by !== '' || kind !== '';
  return (
    <>
      <PageHeader
        title="Audit log"
        lead="Who changed people, accounts, settings, tokens and conversations, signed browsers out, or approved alone. Approvals and runs show who signed, started and stopped them."
      />
      <div className={classes['filters']}>
        <NativeSelect
          aria-label="Which changes"
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(value)}
          data={[everyKind, ...auditKinds.map((value) => ({ value, label: auditWords[value].label }))]}
        />
        <NativeSelect
          aria-label="Whose changes"
          value={by}
          onChange={({ currentTarget: { value } }) => setBy(value)}
          data={[everyone, ...people.map(({ id, name }) => ({ value: id, label: `By ${name}` }))]}
        />
      </div>
      {list.isPending && <LoadingRows rows={6} />}
      {list.error && !list.data && (
        <ErrorNote
          title="The audit log could not be loaded"
          error={list.error}
          onRetry={list.refetch}
          isRetrying={list.isFetching}
        />
      )}
      <DamagedRows damaged={damaged} what="change" />
      {list.data && entries.length === 0 && damaged.length === 0 && (
        <EmptyNote
          icon={<IconHistory size={26} stroke={1.5} />}
          title={isNarrowed ? 'No changes match' : 'No changes yet'}
        >
          {isNarrowed
            ? 'Try another filter.'
            : 'The next change of a setting, a prompt or a title is kept here.'}
        </EmptyNote>
      )}
      {entries.length > 0 && (
        <SheetList label="Changes">
          {entries.map((entry) => (
            <li key={entry.id}>
              <AuditRow entry={entry} />
            </li>
          ))}
        </SheetList>
      )}
      <NextPage label="Load more" list={list} />
    </>
  );
}
