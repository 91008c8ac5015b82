import type { WorkProgress } from '@deqiq/contract/desk/work-queues.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/applications.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as applicationMessages from '@deqiq/messages/site/applications.js';
import { useState } from 'react';
import { type ApplicationKind, deleteApplication } from '../../../api/site/applications.ts';
import { formatMoment } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { DeleteAction, Email, NoWrap, numbered, PhoneNumber } from '../list/rows/cells.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import {
  createProgressColumn,
  listWorkActions,
  listWorkFilters,
  ProgressAction,
} from '../work-queues/progress.tsx';
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
    {
      id: 'fullName',
      header: texts.fullName(),
      sort: 'name',
      title: true,
      cell: ({ fullName }) => fullName,
    },
    { id: 'email', header: texts.email(), cell: ({ email }) => <Email>{email}</Email> },
    { id: 'phone', header: texts.phone(), cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber> },
    ...own,
    {
      id: 'date',
      header: texts.date(),
      sort: 'date',
      cell: ({ createdAt }) => <NoWrap>{formatMoment(createdAt)}</NoWrap>,
    },
    createProgressColumn(),
  ];
}

/** Shared by the three screens. */
export const applicationList = (kind: ApplicationKind) => ({
  exported: `applications/${kind}` as const,
  searchName: 'fullName' as const,
  filters: listWorkFilters(),
  bulkActions: listWorkActions(`${kind}s`),
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
  return { actions, dialog, onOpen: setOpened };
}

const remove = (kind: ApplicationKind, { _id, fullName }: Application) =>
  runRowAction({
    row: _id,
    confirmation: {
      title: formTexts.cannotBeUndone(),
      text: fullName,
      danger: true,
    },
    request: () => deleteApplication(kind, _id),
    successMessage: applicationMessages.deleted(),
    errorMessage:
      kind === 'contact'
        ? applicationMessages.messageDeleteFailed()
        : applicationMessages.deleteFailed(),
  });
