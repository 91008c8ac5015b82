import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import * as texts from '@deqiq/messages/office/doctors.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as doctorMessages from '@deqiq/messages/site/doctors.js';
import { useState } from 'react';
import { DOCTORS_PAGE, deleteDoctor, doctorsQuery } from '../../../api/site/doctors.ts';
import { personName } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../list/add-button.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Dash, DeleteAction, EditAction, PhoneNumber, TextOrDash } from '../list/rows/cells.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import { PageLightbox } from '../pictures/lightbox.tsx';
import type { LightboxPicture } from '../pictures/picture-slides.tsx';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { DoctorDialog } from './doctor-dialog.tsx';

type Opened =
  | { kind: 'add' }
  | { kind: 'edit'; doctor: Doctor }
  | { kind: 'view'; pictures: LightboxPicture[] };

const columnsWith = (
  onView: (doctor: Doctor, files: readonly string[]) => void,
): Column<Doctor>[] => [
  { id: 'doctor', header: texts.doctor(), sort: 'name', title: true, cell: personName },
  { id: 'phone', header: texts.phone(), cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber> },
  {
    id: 'clinic',
    header: texts.clinicName(),
    cell: ({ clinicName }) => <TextOrDash>{clinicName}</TextOrDash>,
  },
  {
    id: 'instagram',
    header: texts.instagram(),
    cell: ({ instagram }) => <TextOrDash>{instagram}</TextOrDash>,
  },
  {
    id: 'image',
    header: texts.image(),
    cell: (doctor) => (
      <Thumbnail
        kind="card"
        file={doctor.imageUrl}
        label={texts.openImage({ doctor: personName(doctor) })}
        onOpen={() => onView(doctor, [doctor.imageUrl])}
      />
    ),
  },
  {
    id: 'certificates',
    header: texts.certificates(),
    cell: (doctor) => <Certificates doctor={doctor} onView={onView} />,
  },
];

type CertificatesProps = {
  doctor: Doctor;
  onView: (doctor: Doctor, files: readonly string[]) => void;
};

/** The first one, and how many there are. */
function Certificates({ doctor, onView }: CertificatesProps) {
  const [first, ...others] = doctor.imageUrls;
  if (!first) return <Dash />;
  const count = others.length + 1;
  return (
    <Thumbnail
      kind="card"
      file={first}
      label={texts.openCertificates({ count, doctor: personName(doctor) })}
      count={count}
      onOpen={() => onView(doctor, doctor.imageUrls)}
    />
  );
}

export function DoctorsScreen() {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const columns = columnsWith((doctor, files) =>
    setOpened({ kind: 'view', pictures: listPictures(doctor, files) }),
  );
  return (
    <>
      <ListScreen
        title={texts.title()}
        name="doctors"
        exported="partnercards"
        list={doctorsQuery}
        rows={({ partnerCards }) => partnerCards}
        rowKey={({ _id }) => _id}
        pageSize={DOCTORS_PAGE}
        columns={columns}
        empty={texts.noneFound()}
        failed={doctorMessages.listFailed()}
        onOpen={(doctor) => setOpened({ kind: 'edit', doctor })}
        actions={(doctor) => (
          <>
            <EditAction onClick={() => setOpened({ kind: 'edit', doctor })} />
            <DeleteAction onClick={() => void remove(doctor)} />
          </>
        )}
      >
        <AddButton onClick={() => setOpened({ kind: 'add' })}>{texts.add()}</AddButton>
      </ListScreen>
      {opened?.kind === 'add' && <DoctorDialog onClose={close} />}
      {opened?.kind === 'edit' && <DoctorDialog doctor={opened.doctor} onClose={close} />}
      {opened?.kind === 'view' && (
        <PageLightbox pictures={opened.pictures} at={0} onClose={close} />
      )}
    </>
  );
}

const listPictures = (doctor: Doctor, files: readonly string[]): LightboxPicture[] =>
  files.map((file, index) => ({
    name: files.length > 1 ? `${personName(doctor)} — ${index + 1}` : personName(doctor),
    src: pictureUrl('card', file),
    preview: pictureUrl('card', file, 480),
  }));

const remove = (doctor: Doctor) =>
  runRowAction({
    row: doctor._id,
    confirmation: {
      title: formTexts.areYouSure(),
      text: texts.deleteQuestion({ doctor: personName(doctor) }),
      danger: true,
    },
    request: () => deleteDoctor(doctor),
    successMessage: doctorMessages.deleted(),
    errorMessage: doctorMessages.deleteFailed(),
  });
