import type { AuditLogEntry } from '@deqiq/contract/operations/audit.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/audit.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
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
import { NoWrap, Secondary, TextOrDash } from '../list/rows/cells.tsx';
import { patientPath } from '../patients/patient-path.ts';
import { AuditFilters, auditFilterNames } from './audit-filters.tsx';
import { nameAction, nameObject } from './audit-words.ts';

const listResults = (): States<AuditLogEntry['result']> => ({
  ok: { text: texts.ok(), tone: 'success' },
  refused: { text: texts.refused(), tone: 'warning' },
  failed: { text: texts.failed(), tone: 'danger' },
});

const roles = { admin: texts.staff, partner: texts.partner } as const;

const listColumns = (): Column<AuditLogEntry>[] => [
  { id: 'at', header: texts.time(), cell: ({ at }) => <NoWrap>{formatMoment(at)}</NoWrap> },
  { id: 'person', header: texts.person(), title: true, cell: Person },
  { id: 'action', header: texts.action(), cell: ({ action }) => nameAction(action) },
  { id: 'object', header: texts.object(), cell: AuditedObject },
  {
    id: 'address',
    header: texts.address(),
    cell: ({ address }) => <TextOrDash>{address ?? ''}</TextOrDash>,
  },
  {
    id: 'result',
    header: texts.result(),
    cell: ({ result }) => (
      <StateBadge states={listResults()} state={result} other={texts.other()} />
    ),
  },
  {
    id: 'detail',
    header: texts.detail(),
    wide: true,
    cell: ({ detail }) => <TextOrDash>{detail ?? ''}</TextOrDash>,
  },
];

function Person({ person, personId, role }: AuditLogEntry) {
  if (!role) return <TextOrDash>{person}</TextOrDash>;
  return (
    <>
      <TextOrDash>{person || (personId ?? '')}</TextOrDash>
      <Secondary>{roles[role]()}</Secondary>
    </>
  );
}

/** The name of a patient is a link to the page; an object without a name shows its id. */
function AuditedObject({ object, objectId, objectName }: AuditLogEntry) {
  const isLinked = object === 'patient' && objectId !== null && objectName !== '';
  return (
    <>
      {isLinked ? (
        <Link
          to={patientPath(objectId)}
          className="text-accent-hover underline-offset-4 hover:underline"
        >
          {objectName}
        </Link>
      ) : (
        <TextOrDash>{objectName || nameObject(object)}</TextOrDash>
      )}
      {objectName && <Secondary>{nameObject(object)}</Secondary>}
      {!objectName && objectId && <Secondary>{objectId}</Secondary>}
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
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <PageHeader title={texts.title()}>
        <ExportButton filters={filters} />
      </PageHeader>
      <AuditFilters key={JSON.stringify(filters)} values={filters} onApply={setFilters} />
      <DataTable
        query={query}
        rows={({ entries }) => entries}
        rowKey={({ _id }) => _id}
        columns={listColumns()}
        caption={texts.title()}
        empty={texts.noneFound()}
        failed={texts.loadFailed()}
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
      await showError(describeError(error, texts.exportFailed()));
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
      {texts.exportCsv()}
    </Button>
  );
}
