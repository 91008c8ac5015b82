import type { AuditLogEntry } from '@deqiq/contract/operations/audit.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { auditQuery, saveAudit } from '../../../api/operations/audit.ts';
import { formatMoment } from '../../../lib/format.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';
import { NoWrap, Secondary, TextOrDash } from '../list/cells.tsx';
import { AuditFilters, auditFilterNames } from './audit-filters.tsx';

const results: States<AuditLogEntry['result']> = {
  ok: { text: 'OK', tone: 'success' },
  refused: { text: 'Refused', tone: 'warning' },
  failed: { text: 'Failed', tone: 'danger' },
};

const roles = { admin: 'Staff', partner: 'Partner' } as const;

const columns: Column<AuditLogEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <NoWrap>{formatMoment(at)}</NoWrap> },
  { id: 'person', header: 'Person', title: true, cell: Person },
  { id: 'action', header: 'Action', cell: ({ action }) => action },
  { id: 'object', header: 'Object', cell: AuditedObject },
  {
    id: 'address',
    header: 'From',
    cell: ({ address }) => <TextOrDash>{address ?? ''}</TextOrDash>,
  },
  {
    id: 'result',
    header: 'Result',
    cell: ({ result }) => <StateBadge states={results} state={result} other="Other" />,
  },
  {
    id: 'detail',
    header: 'Detail',
    wide: true,
    cell: ({ detail }) => <TextOrDash>{detail ?? ''}</TextOrDash>,
  },
];

function Person({ person, personId, role }: AuditLogEntry) {
  if (!role) return <TextOrDash>{person}</TextOrDash>;
  return (
    <>
      <TextOrDash>{person || (personId ?? '')}</TextOrDash>
      <Secondary>{roles[role]}</Secondary>
    </>
  );
}

function AuditedObject({ object, objectId }: AuditLogEntry) {
  return (
    <>
      <TextOrDash>{object}</TextOrDash>
      {objectId && <Secondary>{objectId}</Secondary>}
    </>
  );
}

/** The audit log: user, action, time and address. For owners; reading it is audited. */
export function AuditScreen() {
  const { page, filters, setPage, setFilters } = useListState('', auditFilterNames);
  const query = useQuery(auditQuery(page, filters));
  const busy = query.isPlaceholderData;
  const totalPages = query.data?.pagination.totalPages;
  useClampPage(page, busy ? undefined : totalPages, setPage);
  return (
    <>
      <title>Audit · Admin Panel</title>
      <PageHeader title="Audit">
        <ExportButton filters={filters} />
      </PageHeader>
      <AuditFilters key={JSON.stringify(filters)} values={filters} onApply={setFilters} />
      <DataTable
        query={query}
        rows={({ entries }) => entries}
        rowKey={({ _id }) => _id}
        columns={columns}
        caption="Audit"
        empty="No audit entries found"
        failed="Failed to load the audit"
        firstNumber={(list) => (list.page - 1) * PAGE_SIZE.adminAudit + 1}
      />
      {totalPages !== undefined && (
        <Pagination page={page} totalPages={totalPages} onPage={setPage} busy={busy} window={3} />
      )}
    </>
  );
}

type ExportButtonProps = { filters: Readonly<Record<string, string>> };

function ExportButton({ filters }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await saveAudit(filters);
    } catch (error) {
      await showError(describeError(error, 'The audit could not be exported'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="outline"
      busy={busy}
      icon={<Download size={17} aria-hidden="true" />}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
}
