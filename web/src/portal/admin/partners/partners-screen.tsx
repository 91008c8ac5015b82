import { type Partner, partnerMessages } from '@deqiq/contract/people/partners.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { deletePartner, partnersQuery } from '../../../api/people/partners.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { formatBirthDate, personName } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import {
  AddButton,
  DeleteAction,
  EditAction,
  Email,
  NoWrap,
  numbered,
  PhoneNumber,
} from '../list/cells.tsx';
import { FivePages, ListScreen } from '../list/list-screen.tsx';
import { runRowAction } from '../list/row-action.ts';
import { PartnerDialog } from './partner-dialog.tsx';
import { ResetPassword } from './reset-password.tsx';

const columns: Column<Partner>[] = [
  numbered,
  { id: 'name', header: 'Full Name', title: true, cell: personName },
  { id: 'email', header: 'Email', cell: ({ email }) => <Email>{email}</Email> },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber> },
  { id: 'instagram', header: 'Instagram', cell: ({ instagram }) => instagram },
  {
    id: 'birthDate',
    header: 'Birth Date',
    cell: ({ birthDate }) => <NoWrap>{formatBirthDate(birthDate)}</NoWrap>,
  },
];

type Opened = { kind: 'add' } | { kind: 'edit' | 'reset'; partner: Partner };

/** The partners who refer patients, with their contact details. */
export function PartnersScreen() {
  const [opened, setOpened] = useState<Opened>();
  const isOwner = useIsOwner();
  const close = () => setOpened(undefined);
  return (
    <>
      <ListScreen
        title="Partners"
        exported="partners"
        searchName="fullName"
        list={partnersQuery}
        rows={({ partners }) => partners}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminPartners}
        columns={columns}
        empty="No Partners Found"
        failed={partnerMessages.listFailed}
        Pager={FivePages}
        actions={(partner) => (
          <>
            {isOwner && <DeleteAction onClick={() => void remove(partner)} />}
            <EditAction onClick={() => setOpened({ kind: 'edit', partner })} />
            <IconButton
              label="Reset password"
              icon={<KeyRound size={17} aria-hidden="true" />}
              onClick={() => setOpened({ kind: 'reset', partner })}
            />
          </>
        )}
      >
        <AddButton onClick={() => setOpened({ kind: 'add' })}>Add Partner</AddButton>
      </ListScreen>
      {opened?.kind === 'reset' && <ResetPassword partner={opened.partner} onClose={close} />}
      {opened?.kind === 'add' && <PartnerDialog onClose={close} />}
      {opened?.kind === 'edit' && <PartnerDialog partner={opened.partner} onClose={close} />}
    </>
  );
}

const remove = (partner: Partner) =>
  runRowAction({
    row: partner._id,
    confirmation: {
      title: 'Əminsiniz?',
      text: `${personName(partner)} partnyorlar siyahısından silinəcək.`,
      danger: true,
    },
    request: () => deletePartner(partner),
    successMessage: partnerMessages.deleted,
    errorMessage: partnerMessages.deleteFailed,
  });
