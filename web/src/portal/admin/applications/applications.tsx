import type { WorkProgress } from '@deqiq/contract/desk/work-queues.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { applicationMessages } from '@deqiq/contract/site/applications.ts';
import { useState } from 'react';
import { type ApplicationKind, deleteApplication } from '../../../api/site/applications.ts';
import { formatMoment } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { DeleteAction, Email, NoWrap, numbered, PhoneNumber } from '../list/cells.tsx';
import { runRowAction } from '../list/row-action.ts';
import { ProgressAction, progressColumn, workFilters } from '../work-queues/progress.tsx';
import { ProgressDialog } from '../work-queues/progress-dialog.tsx';

/** Fields of all three kinds. */
type Application = WorkProgress & {
  _id: string;
  fullName: string;
  email: string;
  phone: string;
  createdAt: string;
};

/** The columns all three have, around what only one of them has. */
export function columnsAround<Row extends Application>(own: Column<Row>[]): Column<Row>[] {
  return [
    numbered,
    { id: 'fullName', header: 'Full Name', title: true, cell: ({ fullName }) => fullName },
    { id: 'email', header: 'Email', cell: ({ email }) => <Email>{email}</Email> },
    { id: 'phone', header: 'Phone', cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber> },
    ...own,
    {
      id: 'date',
      header: 'Date',
      cell: ({ createdAt }) => <NoWrap>{formatMoment(createdAt)}</NoWrap>,
    },
    progressColumn,
  ];
}

/** Shared by the three screens. */
export const applicationList = (kind: ApplicationKind) => ({
  exported: `applications/${kind}` as const,
  searchName: 'fullName' as const,
  filters: workFilters,
  byPartner: false,
  rows: <Row,>({ applications }: { applications: Row[] }) => applications,
  rowKey: ({ _id }: Application) => _id,
  pageSize: PAGE_SIZE.adminApplications,
});

/** The actions of a row, and the dialog that one of them opens. */
export function useApplicationActions(kind: ApplicationKind) {
  const [opened, setOpened] = useState<Application>();
  const dialog = opened && (
    <ProgressDialog
      queue={`${kind}s`}
      entry={opened}
      person={opened.fullName}
      phone={opened.phone}
      onClose={() => setOpened(undefined)}
    />
  );
  const actions = (application: Application) => (
    <>
      <ProgressAction onClick={() => setOpened(application)} />
      <DeleteAction onClick={() => void remove(kind, application)} />
    </>
  );
  return { actions, dialog };
}

const remove = (kind: ApplicationKind, { _id, fullName }: Application) =>
  runRowAction({
    row: _id,
    confirmation: {
      title: 'Are you sure? This action cannot be undone!',
      text: fullName,
      danger: true,
    },
    request: () => deleteApplication(kind, _id),
    successMessage: applicationMessages.deleted,
    errorMessage:
      kind === 'contact'
        ? applicationMessages.messageDeleteFailed
        : applicationMessages.deleteFailed,
  });
