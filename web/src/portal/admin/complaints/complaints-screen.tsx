import type { Report } from '@deqiq/contract/report-lists.ts';
import { reportMessages } from '@deqiq/contract/reports.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { useState } from 'react';
import { deleteReport, reportsQuery } from '../../../api/reports.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { DeleteAction, Email, numbered, Secondary } from '../list/cells.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { PartnerPopover } from '../list/partner-popover.tsx';
import { runRowAction } from '../list/row-action.ts';
import { Progress, ProgressAction, workFilters } from '../work-queues/progress.tsx';
import { ProgressDialog } from '../work-queues/progress-dialog.tsx';

const columns: Column<Report>[] = [
  numbered,
  { id: 'partner', header: 'Partner', title: true, cell: Sender },
  {
    id: 'message',
    header: 'Mesaj',
    wide: 'text',
    cell: Message,
  },
];

/** The columns are those of the specification; the progress is shown below the message. */
function Message({ message, ...progress }: Report) {
  return (
    <div className="grid gap-2">
      <LongText>{message}</LongText>
      <Progress {...progress} />
    </div>
  );
}

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
  const [opened, setOpened] = useState<Report>();
  return (
    <>
      <ListScreen
        title="Partner Reports"
        exported="reports"
        searchName="fullName"
        list={reportsQuery}
        filters={workFilters}
        rows={({ reports }) => reports}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminReports}
        columns={columns}
        empty={(search) => (search ? reportMessages.noneFound : reportMessages.noneYet)}
        failed="Failed to load reports"
        searchByIcon
        actions={(report) => (
          <>
            <ProgressAction onClick={() => setOpened(report)} />
            <DeleteAction onClick={() => void remove(report)} />
          </>
        )}
      />
      {opened && (
        <ProgressDialog
          queue="reports"
          entry={opened}
          person={personName(opened.partner)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
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
