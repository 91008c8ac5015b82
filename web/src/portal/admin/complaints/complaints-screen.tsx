import type { Complaint } from '@deqiq/contract/office/complaint-lists.ts';
import { complaintMessages } from '@deqiq/contract/office/complaints.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { useState } from 'react';
import { complaintsQuery, deleteComplaint } from '../../../api/office/complaints.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { DeleteAction, Email, numbered, Secondary } from '../list/cells.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { PartnerPopover } from '../list/partner-popover.tsx';
import { runRowAction } from '../list/row-action.ts';
import { Progress, ProgressAction, workFilters } from '../work-queues/progress.tsx';
import { ProgressDialog } from '../work-queues/progress-dialog.tsx';

const columns: Column<Complaint>[] = [
  numbered,
  {
    id: 'partner',
    header: 'Partner',
    title: true,
    rowName: ({ partner }) => personName(partner),
    cell: Sender,
  },
  {
    id: 'message',
    header: 'Mesaj',
    wide: 'text',
    cell: Message,
  },
];

/** The columns are those of the specification; the progress is shown below the message. */
function Message({ message, ...progress }: Complaint) {
  return (
    <div className="grid gap-2">
      <LongText>{message}</LongText>
      <Progress {...progress} />
    </div>
  );
}

function Sender({ partner, createdAt }: Complaint) {
  return (
    <>
      <Email>{partner.email}</Email>
      <Secondary>
        <PartnerPopover partner={partner} /> · {formatDay(createdAt, 'instant')}
      </Secondary>
    </>
  );
}

export function ComplaintsScreen() {
  const [opened, setOpened] = useState<Complaint>();
  return (
    <>
      <ListScreen
        title="Partner Reports"
        exported="reports"
        searchName="fullName"
        list={complaintsQuery}
        filters={workFilters}
        rows={({ reports }) => reports}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminComplaints}
        columns={columns}
        empty={(search) => (search ? complaintMessages.noneFound : complaintMessages.noneYet)}
        failed="Failed to load reports"
        searchByIcon
        actions={(complaint) => (
          <>
            <ProgressAction onClick={() => setOpened(complaint)} />
            <DeleteAction onClick={() => void remove(complaint)} />
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

const remove = (complaint: Complaint) =>
  runRowAction({
    row: complaint._id,
    confirmation: {
      title: 'Are you sure? This action cannot be undone!',
      text: `${personName(complaint.partner)} — ${formatDay(complaint.createdAt, 'instant')}`,
      danger: true,
    },
    request: () => deleteComplaint(complaint),
    successMessage: complaintMessages.deleted,
    errorMessage: complaintMessages.deleteFailed,
  });
