import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import { incompleteTexts } from '@deqiq/contract/machines/intake-texts.ts';
import { TriangleAlert } from 'lucide-react';
import { formatBirthDate, formatDay, formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LongWordText } from '../../../ui/long-word-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { fileSize } from '../../file-viewer/format.ts';
import { describePatient } from '../checkups/files/patient-doubt.ts';
import { PatientWarning } from '../checkups/files/patient-warning.tsx';
import { Secondary } from '../list/cells.tsx';
import { discardConflict, nameOf } from './study-actions.ts';
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
        <span className="wrap-anywhere">{nameOf(study)}</span>
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

/** Content and time of a study, and the machine that has sent it. */
export function StudyOrigin({ study }: { study: IntakeStudy }) {
  const { modalities, description, acquiredOn, acquiredAt, device, aeTitle } = study;
  const made = [acquiredOn && formatDay(acquiredOn), acquiredAt.slice(0, 5)];
  const sender = [device?.name, aeTitle].filter(Boolean).join(' · ') || 'Staff';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <span className="wrap-anywhere">
        {[modalities, description].filter(Boolean).join(' · ') || '—'}
      </span>
      {acquiredOn && <Secondary>{made.filter(Boolean).join(' ')}</Secondary>}
      <Secondary>{countsOf(study)}</Secondary>
      <Secondary>
        <LongWordText>{sender}</LongWordText>, {formatMoment(study.lastArrivalAt)}
      </Secondary>
    </div>
  );
}

function countsOf({ series, instances, bytes }: IntakeStudy): string {
  const images = `${instances} image${instances === 1 ? '' : 's'}`;
  const counts = series > 1 ? `${series} series, ${images}` : images;
  return `${counts} · ${fileSize(bytes).replace(' ', '\u00a0')}`;
}

/** Instances with the UID of another one and other data. They are no part of the study. */
function Conflicts({ study }: { study: IntakeStudy }) {
  const { conflicts } = study;
  if (conflicts.length === 0) return null;
  return (
    <details className="mt-1 text-note font-normal">
      <summary className="min-h-6 cursor-pointer content-center text-warning pointer-coarse:min-h-11">
        <TriangleAlert size={15} aria-hidden="true" className="mr-1 inline align-[-2px]" />
        {conflicts.length === 1
          ? '1 conflicting instance'
          : `${conflicts.length} conflicting instances`}
      </summary>
      <p className="py-1 text-muted">
        Sent again under the same UID with other data. The study contains what arrived first.
      </p>
      <ul className="grid gap-1.5">
        {conflicts.map((conflict) => (
          <li key={conflict._id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere tabular-nums">
              {conflict.sopUid} · {fileSize(conflict.size)} · {formatMoment(conflict.arrivedAt)}
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Discard ${conflict.sopUid}`}
              onClick={() => void discardConflict(study, conflict)}
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
