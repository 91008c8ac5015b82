import { applicationMessages } from '@deqiq/contract/applications.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { type ApplicationKind, deleteApplication } from '../../../api/applications.ts';
import { formatMoment } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { DeleteAction, Email, numbered, PhoneNumber, Whole } from '../list/cells.tsx';
import { carryOut } from '../list/row-action.ts';

/** What all three have in common. */
export type Application = {
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
      cell: ({ createdAt }) => <Whole>{formatMoment(createdAt)}</Whole>,
    },
  ];
}

/** What the three screens do alike. */
export const applicationList = (kind: ApplicationKind) => ({
  exported: `applications/${kind}` as const,
  searchName: 'fullName' as const,
  rows: <Row,>({ applications }: { applications: Row[] }) => applications,
  rowKey: ({ _id }: Application) => _id,
  pageSize: PAGE_SIZE.adminApplications,
  actions: (application: Application) => (
    <DeleteAction onClick={() => void remove(kind, application)} />
  ),
});

const remove = (kind: ApplicationKind, { _id, fullName }: Application) =>
  carryOut({
    row: _id,
    ask: { title: 'Are you sure? This action cannot be undone!', text: fullName, danger: true },
    send: () => deleteApplication(kind, _id),
    done: applicationMessages.deleted,
    failed:
      kind === 'contact'
        ? applicationMessages.messageDeleteFailed
        : applicationMessages.deleteFailed,
  });
