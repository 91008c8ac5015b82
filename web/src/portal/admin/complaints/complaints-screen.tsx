import type { Complaint } from '@deqiq/contract/office/complaint-lists.ts';

import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as complaintMessages from '@deqiq/messages/office/complaints.js';
import * as texts from '@deqiq/messages/office/complaints-screen.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import { useState } from 'react';
import { complaintsQuery, deleteComplaint } from '../../../api/office/complaints.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { DeleteAction, Email, numberedByDate, Secondary } from '../list/rows/cells.tsx';
import { PartnerPopover } from '../list/rows/partner-popover.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import {
  listWorkActions,
  listWorkFilters,
  Progress,
  ProgressAction,
} from '../work-queues/progress.tsx';
import { ProgressDialog } from '../work-queues/progress-dialog.tsx';

const listColumns = (): Column<Complaint>[] => [
  numberedByDate,
  {
    id: 'partner',
    header: texts.partner(),
    sort: 'name',
    title: true,
    rowName: ({ partner }) => personName(partner),
    cell: Sender,
  },
  {
    id: 'message',
    header: texts.message(),
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
        title={texts.title()}
        name="complaints"
        exported="reports"
        searchName="fullName"
        list={complaintsQuery}
        filters={listWorkFilters()}
        rows={({ reports }) => reports}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminComplaints}
        columns={listColumns()}
        empty={(search) => (search ? complaintMessages.noneFound() : complaintMessages.noneYet())}
        failed={texts.loadFailed()}
        searchByIcon
        onOpen={setOpened}
        bulkActions={listWorkActions('reports')}
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
      title: formTexts.cannotBeUndone(),
      text: `${personName(complaint.partner)} — ${formatDay(complaint.createdAt, 'instant')}`,
      danger: true,
    },
    request: () => deleteComplaint(complaint),
    successMessage: complaintMessages.deleted(),
    errorMessage: complaintMessages.deleteFailed(),
  });
