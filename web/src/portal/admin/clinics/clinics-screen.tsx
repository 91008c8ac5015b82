import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import * as texts from '@deqiq/messages/office/clinics.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as clinicMessages from '@deqiq/messages/site/clinics.js';
import { useState } from 'react';
import { clinicsQuery, deleteClinic } from '../../../api/site/clinics.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../list/add-button.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import {
  DeleteAction,
  EditAction,
  numberedByDate,
  PhoneNumber,
  TextOrDash,
} from '../list/rows/cells.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import { PageLightbox } from '../pictures/lightbox.tsx';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { ClinicDialog } from './clinic-dialog.tsx';

type Opened = { kind: 'add' } | { kind: 'edit' | 'view'; clinic: Clinic };

const columnsWith = (onView: (clinic: Clinic) => void): Column<Clinic>[] => [
  numberedByDate,
  { id: 'title', header: texts.name(), sort: 'name', title: true, cell: ({ title }) => title },
  { id: 'phone', header: texts.phone(), cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber> },
  {
    id: 'instagram',
    header: texts.instagram(),
    cell: ({ instagram }) => <TextOrDash>{instagram}</TextOrDash>,
  },
  {
    id: 'image',
    header: texts.image(),
    cell: (clinic) => (
      <Thumbnail
        kind="clinic"
        file={clinic.imageUrl}
        label={texts.openImage({ clinic: clinic.title })}
        onOpen={() => onView(clinic)}
      />
    ),
  },
];

/** Clinics: the partner companies of the public page. */
export function ClinicsScreen() {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <ListScreen
        title={texts.title()}
        name="clinics"
        exported="clinics"
        list={clinicsQuery}
        rows={({ clinics }) => clinics}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminClinics}
        columns={columnsWith((clinic) => setOpened({ kind: 'view', clinic }))}
        empty={texts.noneFound()}
        failed={clinicMessages.listFailed()}
        onOpen={(clinic) => setOpened({ kind: 'edit', clinic })}
        actions={(clinic) => (
          <>
            <EditAction onClick={() => setOpened({ kind: 'edit', clinic })} />
            <DeleteAction onClick={() => void remove(clinic)} />
          </>
        )}
      >
        <AddButton onClick={() => setOpened({ kind: 'add' })}>{texts.add()}</AddButton>
      </ListScreen>
      {opened?.kind === 'add' && <ClinicDialog onClose={close} />}
      {opened?.kind === 'edit' && <ClinicDialog clinic={opened.clinic} onClose={close} />}
      {opened?.kind === 'view' && (
        <PageLightbox
          pictures={[
            { name: opened.clinic.title, src: pictureUrl('clinic', opened.clinic.imageUrl) },
          ]}
          at={0}
          onClose={close}
        />
      )}
    </>
  );
}

const remove = (clinic: Clinic) =>
  runRowAction({
    row: clinic._id,
    confirmation: {
      title: formTexts.areYouSure(),
      text: texts.deleteQuestion({ clinic: clinic.title }),
      danger: true,
    },
    request: () => deleteClinic(clinic),
    successMessage: clinicMessages.deleted(),
    errorMessage: clinicMessages.deleteFailed(),
  });
