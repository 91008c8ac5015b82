import { incompleteTexts } from '@deqiq/contract/machines/intake/intake-texts.ts';
import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import * as texts from '@deqiq/messages/office/intake-studies.js';
import { TriangleAlert } from 'lucide-react';
import { formatBirthDate } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { describePatient } from '../checkups/files/patient-doubt.ts';
import { PatientWarning } from '../checkups/files/patient-warning.tsx';
import { Secondary } from '../list/rows/cells.tsx';
import { studyName } from './study-actions.ts';
import { Conflicts } from './study-conflicts.tsx';
import { Reasons } from './study-match.tsx';
import { StudyPictures } from './study-pictures.tsx';

const sexes: Readonly<Record<string, () => string>> = { F: texts.female, M: texts.male };

/** The patient as DICOM names them, with a preview. */
export function StudyPatient({ study }: { study: IntakeStudy }) {
  const { patientId, birthDate, sex, accessionNumber } = study;
  const about = [
    birthDate && texts.born({ date: formatBirthDate(birthDate) }),
    sexes[sex]?.() ?? '',
    patientId && texts.patientId({ id: patientId }),
    accessionNumber && texts.accession({ number: accessionNumber }),
  ];
  return (
    <div className="flex items-start gap-3">
      <StudyPictures study={study} />
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="wrap-anywhere">{studyName(study)}</span>
        <Secondary>
          <Facts>{about.some(Boolean) ? about : [texts.noPatientData()]}</Facts>
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
    return (
      <div className="mt-1 text-note font-normal">
        <PatientWarning
          text={
            firstPatient.patientName
              ? texts.cameWithPatient({ patient: describePatient(firstPatient) })
              : texts.cameWithOther()
          }
        />
        <Reasons reasons={firstPatient.reasons} />
      </div>
    );
  }
  return (
    isShared && (
      <p className="mt-1 text-note font-normal text-warning">
        <TriangleAlert size={15} aria-hidden="true" className="mr-1 inline align-[-2px]" />
        {texts.isShared()}
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
        <StatusBadge tone="danger">{texts.notPacked()}</StatusBadge>
        {texts.notPackedExplanation()}
      </span>
    );
  if (state !== 'arriving' && incomplete)
    return (
      <span className="mt-1 grid justify-items-start gap-1 text-note font-normal text-muted">
        <StatusBadge tone="warning">{incompleteTexts[incomplete]()}</StatusBadge>
        {texts.mayBeMissing()}
      </span>
    );
  if (state !== 'arriving')
    return (
      announced !== null &&
      instances < announced && (
        <span className="mt-1 grid justify-items-start gap-1 text-note font-normal text-muted">
          <StatusBadge tone="warning">{texts.incomplete({ instances, announced })}</StatusBadge>
          {texts.announcedMore()}
        </span>
      )
    );
  return (
    <span className="mt-1">
      <StatusBadge tone="warning">
        {incomplete
          ? incompleteTexts[incomplete]()
          : announced === null
            ? texts.arriving()
            : texts.arrivingCount({ instances, announced })}
      </StatusBadge>
    </span>
  );
}
