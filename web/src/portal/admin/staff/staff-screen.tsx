import type { StaffMember } from '@deqiq/contract/people/staff.ts';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import * as texts from '@deqiq/messages/office/staff-screen.js';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import { useQuery } from '@tanstack/react-query';
import { FilePenLine, KeyRound, LogOut, Power, ShieldOff, UserCog } from 'lucide-react';
import { useState } from 'react';
import { staffQuery, useIsOwner, useStaffAccount } from '../../../api/people/staff.ts';
import { formatDay } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AddButton } from '../list/add-button.tsx';
import { DeleteAction, NoWrap, numbered } from '../list/rows/cells.tsx';
import { usePendingRows } from '../list/rows/row-action.ts';
import { AddStaff } from './add-staff.tsx';
import { RadiologistDialog } from './radiologist-dialog.tsx';
import { changeRole, changeStatus, remove, resetFactor, signOut } from './staff-actions.ts';
import { ResetStaffPassword } from './staff-dialogs.tsx';

const listColumns = (): Column<StaffMember>[] => [
  numbered,
  { id: 'username', header: texts.username(), title: true, cell: ({ username }) => username },
  {
    id: 'role',
    header: texts.role(),
    cell: ({ role }) => (role === 'owner' ? texts.owner() : texts.staff()),
  },
  {
    id: 'status',
    header: texts.status(),
    cell: ({ status }) => (
      <StatusBadge tone={status === 'active' ? 'success' : 'neutral'}>
        {status === 'active' ? texts.active() : texts.disabled()}
      </StatusBadge>
    ),
  },
  {
    id: 'radiologist',
    header: texts.radiologist(),
    cell: ({ radiologist }) =>
      radiologist ? (
        [radiologist.name, radiologist.title, radiologist.licence].filter(Boolean).join(' · ')
      ) : (
        <span className="sr-only">{texts.noRadiologist()}</span>
      ),
  },
  {
    id: 'factor',
    header: texts.secondFactor(),
    cell: ({ secondFactor }) => (secondFactor ? texts.on() : texts.off()),
  },
  { id: 'sessions', header: texts.sessions(), align: 'end', cell: ({ sessions }) => sessions },
  {
    id: 'created',
    header: texts.added(),
    cell: ({ createdAt }) => <NoWrap>{formatDay(createdAt, 'instant')}</NoWrap>,
  },
];

type Opened = { kind: 'add' } | { kind: 'reset' | 'radiologist'; member: StaffMember };

export function StaffScreen() {
  const query = useQuery(staffQuery);
  const account = useStaffAccount();
  const isOwner = useIsOwner();
  const pendingRows = usePendingRows();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <PageHeader title={texts.title()}>
        {isOwner && <AddButton onClick={() => setOpened({ kind: 'add' })}>{texts.add()}</AddButton>}
      </PageHeader>
      <DataTable
        query={query}
        rows={({ staff }) => staff}
        rowKey={({ _id }) => _id}
        columns={listColumns()}
        caption={texts.title()}
        empty={texts.empty()}
        failed={staffMessages.listFailed()}
        isBusy={({ _id }) => pendingRows.has(_id)}
        actions={(member) => (
          <>
            {isOwner && (
              <IconButton
                label={texts.radiologist()}
                icon={<FilePenLine size={17} aria-hidden="true" />}
                onClick={() => setOpened({ kind: 'radiologist', member })}
              />
            )}
            {member._id === account?._id ? (
              <span className="whitespace-nowrap px-2 text-note text-muted">
                {texts.ownAccount()}
              </span>
            ) : (
              <RowActions member={member} onReset={() => setOpened({ kind: 'reset', member })} />
            )}
          </>
        )}
      />
      {opened?.kind === 'add' && <AddStaff onClose={close} />}
      {opened?.kind === 'radiologist' && (
        <RadiologistDialog member={opened.member} onClose={close} />
      )}
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
        label={role === 'owner' ? texts.makeStaff() : texts.makeOwner()}
        icon={<UserCog size={17} aria-hidden="true" />}
        onClick={() => void changeRole(member)}
      />
      <IconButton
        label={status === 'active' ? texts.disable() : texts.enable()}
        icon={<Power size={17} aria-hidden="true" />}
        onClick={() => void changeStatus(member)}
      />
      <IconButton
        label={texts.resetPassword()}
        icon={<KeyRound size={17} aria-hidden="true" />}
        onClick={onReset}
      />
      {secondFactor && (
        <IconButton
          label={texts.resetSecondFactor()}
          icon={<ShieldOff size={17} aria-hidden="true" />}
          onClick={() => void resetFactor(member)}
        />
      )}
      {sessions > 0 && (
        <IconButton
          label={texts.endSessions()}
          icon={<LogOut size={17} aria-hidden="true" />}
          onClick={() => void signOut(member)}
        />
      )}
    </>
  );
}
