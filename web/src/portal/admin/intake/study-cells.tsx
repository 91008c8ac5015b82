import { type IntakeStudy, incompleteTexts } from '@deqiq/contract/machines/intake.ts';
import { TriangleAlert } from 'lucide-react';
import { formatBirthDate } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { describePatient } from '../checkups/files/patient-doubt.ts';
import { PatientWarning } from '../checkups/files/patient-warning.tsx';
import { Secondary } from '../list/cells.tsx';
import { studyName } from './study-actions.ts';
import { Conflicts } from './study-conflicts.tsx';
import { Reasons } from './study-match.tsx';
import { StudyPictures } from './study-pictures.tsx';

const sexes: Readonly<Record<string, string>> = { F: 'female', M: 'male' };

/** The patient as DICOM names them, with a preview. */
export function StudyPatient({ study }: { study: IntakeStudy }) {
  const { patientId, birthDate, sex, accessionNumber } = study;
  const about = [
    birthDate && `born ${formatBirthDate(birthDate)}`,
    sexes[sex] ?? '',
    patientId && `ID ${patientId}`,
    accessionNumber && `accession ${accessionNumber}`,
  ];
  return (
    <div className="flex items-start gap-3">
      <StudyPictures study={study} />
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="wrap-anywhere">{studyName(study)}</span>
        <Secondary>
          <Facts>{about.some(Boolean) ? about : ['No data of the patient']}</Facts>
        </Secondary>
        <OtherPatient study={study} />
        <StudyState study={study} />
        <Conflicts study={study} />
      </div>
    </div>
  );
}

/** Images under the Study UID name several patients: each of them is an entry. */
function OtherPatient({ study: { firstPatient, isShared } }: { study: IntakeStudy }) {
  if (firstPatient) {
    const first = firstPatient.patientName ? describePatient(firstPatient) : 'another patient';
    return (
      <div className="mt-1 text-note font-normal">
        <PatientWarning text={`Came in the study of ${first}`} />
        <Reasons reasons={firstPatient.reasons} />
      </div>
    );
  }
  return (
    isShared && (
      <p className="mt-1 text-note font-normal text-warning">
        <TriangleAlert size={15} aria-hidden="true" className="mr-1 inline align-[-2px]" />
        Later images name another patient. They are an entry of their own.
      </p>
    )
  );
}

/** Unusual states of a study: it still arrives, has arrived in part, or could not be packed. */
function StudyState({ study }: { study: IntakeStudy }) {
  const { state, instances, announced, hasFailed, incomplete } = study;
  if (hasFailed)
    return (
      <span className="mt-1 grid justify-items-start gap-1 text-note font-normal text-muted">
        <StatusBadge tone="danger">Not packed</StatusBadge>
        The files could not be made. It is tried again every hour, and when more instances arrive.
      </span>
    );
  if (state !== 'arriving' && incomplete)
    return (
      <span className="mt-1 grid justify-items-start gap-1 text-note font-normal text-muted">
        <StatusBadge tone="warning">{incompleteTexts[incomplete]}</StatusBadge>
        Images may be missing. They join the study when they arrive.
      </span>
    );
  if (state !== 'arriving')
    return (
      announced !== null &&
      instances < announced && (
        <span className="mt-1 grid justify-items-start gap-1 text-note font-normal text-muted">
          <StatusBadge tone="warning">{`Incomplete: ${instances} of ${announced}`}</StatusBadge>
          The sender has announced more. They join the study when they arrive.
        </span>
      )
    );
  return (
    <span className="mt-1">
      <StatusBadge tone="warning">
        {incomplete
          ? incompleteTexts[incomplete]
          : announced === null
            ? 'Arriving'
            : `Arriving: ${instances} of ${announced}`}
      </StatusBadge>
    </span>
  );
}
