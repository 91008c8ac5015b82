import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { type Clinic, clinicMessages } from '@deqiq/contract/site/clinics.ts';
import { useState } from 'react';
import { clinicsQuery, deleteClinic } from '../../../api/site/clinics.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import {
  AddButton,
  DeleteAction,
  EditAction,
  numbered,
  PhoneNumber,
  TextOrDash,
} from '../list/cells.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { runRowAction } from '../list/row-action.ts';
import { PageLightbox } from '../pictures/lightbox.tsx';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { ClinicDialog } from './clinic-dialog.tsx';

type Opened = { kind: 'add' } | { kind: 'edit' | 'view'; clinic: Clinic };

const columnsWith = (onView: (clinic: Clinic) => void): Column<Clinic>[] => [
  numbered,
  { id: 'title', header: 'Title', title: true, cell: ({ title }) => title },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber> },
  {
    id: 'instagram',
    header: 'Instagram',
    cell: ({ instagram }) => <TextOrDash>{instagram}</TextOrDash>,
  },
  {
    id: 'image',
    header: 'Image',
    cell: (clinic) => (
      <Thumbnail
        kind="clinic"
        file={clinic.imageUrl}
        label={`Open the image of ${clinic.title}`}
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
        title="Clinics"
        exported="clinics"
        list={clinicsQuery}
        rows={({ clinics }) => clinics}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminClinics}
        columns={columnsWith((clinic) => setOpened({ kind: 'view', clinic }))}
        empty="No Clinics Found"
        failed={clinicMessages.listFailed}
        actions={(clinic) => (
          <>
            <EditAction onClick={() => setOpened({ kind: 'edit', clinic })} />
            <DeleteAction onClick={() => void remove(clinic)} />
          </>
        )}
      >
        <AddButton onClick={() => setOpened({ kind: 'add' })}>Add Clinic</AddButton>
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
      title: 'Əminsiniz?',
      text: `${clinic.title} klinikalar siyahısından silinəcək.`,
      danger: true,
    },
    request: () => deleteClinic(clinic),
    successMessage: clinicMessages.deleted,
    errorMessage: clinicMessages.deleteFailed,
  });
