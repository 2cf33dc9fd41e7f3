import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AuditEntryView } from '@/lib/contracts/audit';
import { AuditRow } from './audit-row';

const entry: AuditEntryView = {
  id: 'aud_1',
  at: '2026-05-04T10:00:00.000Z',
  by: { id: 'usr_1', name: 'Ada' },
  kind: 'person_role_changed',
  subject: 'Grace',
  before: null,
  after: null,
};

const draw = (change: Partial<AuditEntryView>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <AuditRow entry={{ ...entry, ...change }} />
    </MantineProvider>,
  ).replace(/<[^>]*>/g, '');

it('the audit log says roles in the words that people know', () => {
  expect(draw({ before: 'operator', after: 'admin' })).toContain('BeforeOperatorAfterAdmin');
  expect(draw({ kind: 'person_invited', subject: 'g@example.com', after: 'viewer' })).toContain(
    'Role: Viewer',
  );
});

it('a text that a person wrote stays as it is, also when it is the name of a role', () => {
  expect(draw({ kind: 'person_renamed', subject: '', before: 'admin', after: 'viewer' })).toContain(
    'BeforeadminAfterviewer',
  );
});
