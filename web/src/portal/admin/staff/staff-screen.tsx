import { type StaffMember, staffMessages } from '@deqiq/contract/people/staff.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogOut, Power, ShieldOff, UserCog } from 'lucide-react';
import { useState } from 'react';
import { staffQuery, useIsOwner, useStaffAccount } from '../../../api/people/staff.ts';
import { formatDay } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AddButton, DeleteAction, NoWrap, numbered } from '../list/cells.tsx';
import { usePendingRows } from '../list/row-action.ts';
import { AddStaff } from './add-staff.tsx';
import { changeRole, changeStatus, remove, resetFactor, signOut } from './staff-actions.ts';
import { ResetStaffPassword } from './staff-dialogs.tsx';

const columns: Column<StaffMember>[] = [
  numbered,
  { id: 'username', header: 'Username', title: true, cell: ({ username }) => username },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => (role === 'owner' ? 'Owner' : 'Staff'),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <StatusBadge tone={status === 'active' ? 'success' : 'neutral'}>
        {status === 'active' ? 'Active' : 'Disabled'}
      </StatusBadge>
    ),
  },
  {
    id: 'factor',
    header: 'Second Factor',
    cell: ({ secondFactor }) => (secondFactor ? 'On' : 'Off'),
  },
  { id: 'sessions', header: 'Sessions', align: 'end', cell: ({ sessions }) => sessions },
  {
    id: 'created',
    header: 'Added',
    cell: ({ createdAt }) => <NoWrap>{formatDay(createdAt, 'instant')}</NoWrap>,
  },
];

type Opened = { kind: 'add' } | { kind: 'reset'; member: StaffMember };

export function StaffScreen() {
  const query = useQuery(staffQuery);
  const account = useStaffAccount();
  const isOwner = useIsOwner();
  const pendingRows = usePendingRows();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <title>Staff · Admin Panel</title>
      <PageHeader title="Staff">
        {isOwner && <AddButton onClick={() => setOpened({ kind: 'add' })}>Add Staff</AddButton>}
      </PageHeader>
      <DataTable
        query={query}
        rows={({ staff }) => staff}
        rowKey={({ _id }) => _id}
        columns={columns}
        caption="Staff"
        empty="No Staff Found"
        failed={staffMessages.listFailed}
        isBusy={({ _id }) => pendingRows.has(_id)}
        actions={(member) =>
          member._id === account?._id ? (
            <span className="whitespace-nowrap px-2 text-note text-muted">Your account</span>
          ) : (
            <RowActions member={member} onReset={() => setOpened({ kind: 'reset', member })} />
          )
        }
      />
      {opened?.kind === 'add' && <AddStaff onClose={close} />}
      {opened?.kind === 'reset' && <ResetStaffPassword member={opened.member} onClose={close} />}
    </>
  );
}

function RowActions({ member, onReset }: { member: StaffMember; onReset: () => void }) {
  const { role, status, secondFactor, sessions } = member;
  return (
    <>
      <DeleteAction onClick={() => void remove(member)} />
      <IconButton
        label={role === 'owner' ? 'Make staff' : 'Make owner'}
        icon={<UserCog size={17} aria-hidden="true" />}
        onClick={() => void changeRole(member)}
      />
      <IconButton
        label={status === 'active' ? 'Disable' : 'Enable'}
        icon={<Power size={17} aria-hidden="true" />}
        onClick={() => void changeStatus(member)}
      />
      <IconButton
        label="Reset password"
        icon={<KeyRound size={17} aria-hidden="true" />}
        onClick={onReset}
      />
      {secondFactor && (
        <IconButton
          label="Reset second factor"
          icon={<ShieldOff size={17} aria-hidden="true" />}
          onClick={() => void resetFactor(member)}
        />
      )}
      {sessions > 0 && (
        <IconButton
          label="End sessions"
          icon={<LogOut size={17} aria-hidden="true" />}
          onClick={() => void signOut(member)}
        />
      )}
    </>
  );
}
