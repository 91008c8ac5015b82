import type { Partner } from '@deqiq/contract/people/partners.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/partners-screen.js';
import * as sectionTexts from '@deqiq/messages/office/sections.js';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { deletePartner, partnersQuery } from '../../../api/people/partners.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { formatBirthDate, personName } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../list/add-button.tsx';
import { FivePages, ListScreen } from '../list/list-screen.tsx';
import {
  DeleteAction,
  EditAction,
  Email,
  NoWrap,
  numberedByDate,
  PhoneNumber,
} from '../list/rows/cells.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import { PartnerDialog } from './partner-dialog.tsx';
import { ResetPassword } from './reset-password.tsx';

const listColumns = (): Column<Partner>[] => [
  numberedByDate,
  { id: 'name', header: texts.fullName(), sort: 'name', title: true, cell: personName },
  { id: 'email', header: texts.email(), cell: ({ email }) => <Email>{email}</Email> },
  { id: 'phone', header: texts.phone(), cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber> },
  { id: 'instagram', header: 'Instagram', cell: ({ instagram }) => instagram },
  {
    id: 'birthDate',
    header: texts.birthDate(),
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
        title={sectionTexts.partners()}
        name="partners"
        exported="partners"
        searchName="fullName"
        list={partnersQuery}
        rows={({ partners }) => partners}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminPartners}
        columns={listColumns()}
        empty={texts.empty()}
        failed={partnerMessages.listFailed()}
        Pager={FivePages}
        onOpen={(partner) => setOpened({ kind: 'edit', partner })}
        actions={(partner) => (
          <>
            {isOwner && <DeleteAction onClick={() => void remove(partner)} />}
            <EditAction onClick={() => setOpened({ kind: 'edit', partner })} />
            <IconButton
              label={texts.resetPassword()}
              icon={<KeyRound size={17} aria-hidden="true" />}
              onClick={() => setOpened({ kind: 'reset', partner })}
            />
          </>
        )}
      >
        <AddButton onClick={() => setOpened({ kind: 'add' })}>{texts.add()}</AddButton>
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
      title: texts.areYouSure(),
      text: texts.removeText({ name: personName(partner) }),
      danger: true,
    },
    request: () => deletePartner(partner),
    successMessage: partnerMessages.deleted(),
    errorMessage: partnerMessages.deleteFailed(),
  });
