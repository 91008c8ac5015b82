import { type Report, reportMessages } from '@deqiq/contract/reports.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { deleteReport, reportsQuery } from '../../../api/reports.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { DeleteAction, Email, numbered, Secondary } from '../list/cells.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { PartnerPopover } from '../list/partner-popover.tsx';
import { runRowAction } from '../list/row-action.ts';

const columns: Column<Report>[] = [
  numbered,
  { id: 'partner', header: 'Partner', title: true, cell: Sender },
  {
    id: 'message',
    header: 'Mesaj',
    wide: 'text',
    cell: ({ message }) => <LongText>{message}</LongText>,
  },
];

function Sender({ partner, createdAt }: Report) {
  return (
    <>
      <Email>{partner.email}</Email>
      <Secondary>
        <PartnerPopover partner={partner} /> · {formatDay(createdAt, 'instant')}
      </Secondary>
    </>
  );
}

/** Partner reports: complaints and suggestions. */
export function ReportsScreen() {
  return (
    <ListScreen
      title="Partner Reports"
      exported="reports"
      searchName="fullName"
      list={reportsQuery}
      rows={({ reports }) => reports}
      rowKey={({ _id }) => _id}
      pageSize={PAGE_SIZE.adminReports}
      columns={columns}
      empty={(search) => (search ? reportMessages.noneFound : reportMessages.noneYet)}
      failed="Failed to load reports"
      searchByIcon
      actions={(report) => <DeleteAction onClick={() => void remove(report)} />}
    />
  );
}

const remove = (report: Report) =>
  runRowAction({
    row: report._id,
    confirmation: {
      title: 'Are you sure? This action cannot be undone!',
      text: `${personName(report.partner)} — ${formatDay(report.createdAt, 'instant')}`,
      danger: true,
    },
    request: () => deleteReport(report),
    successMessage: reportMessages.deleted,
    errorMessage: reportMessages.deleteFailed,
  });
