import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import * as texts from '@deqiq/messages/office/checkups.js';
import type { ReactNode } from 'react';
import { describeAge } from '../../../lib/describe-age.ts';
import { personName } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CheckupStatusBadge } from '../../examinations/checkup-status.tsx';
import { isPending } from '../../examinations/file-viewer/file-previews.ts';
import { checkupDay } from '../../examinations/file-viewer/format.ts';
import { OpenInProgram } from '../../examinations/viewer/open-in-program.tsx';
import { numberedByDate } from '../list/rows/cells.tsx';
import { PartnerPopover } from '../list/rows/partner-popover.tsx';
import { FileThumbnails } from './files/file-thumbnails.tsx';
import { findPatientWarnings, PatientWarning } from './files/patient-warning.tsx';

type OnFile = (checkup: Checkup, file: FileLink) => void;

/** Number, patient, doctor, recipe files: specification, section 2. Status and X-rays are shown with the patient. */
export function columnsWith(onView: OnFile, onDownload: OnFile): Column<Checkup>[] {
  return [
    numberedByDate,
    {
      id: 'patient',
      header: texts.patient(),
      sort: 'name',
      title: true,
      wide: 'half',
      rowName: personName,
      cell: (row) => (
        <Patient checkup={row}>
          <FileThumbnails
            files={row.xrayFileLinks}
            onView={(file) => onView(row, file)}
            onDownload={(file) => onDownload(row, file)}
          />
        </Patient>
      ),
    },
    {
      id: 'doctor',
      header: texts.doctor(),
      cell: ({ partner }) => <PartnerPopover partner={partner} />,
    },
    {
      id: 'recipe-files',
      header: texts.referralSlips(),
      cell: (row) =>
        row.fileLinks.length === 0 ? (
          <span className="sr-only">{texts.noReferralSlips()}</span>
        ) : (
          <FileThumbnails
            files={row.fileLinks}
            onView={(file) => onView(row, file)}
            onDownload={(file) => onDownload(row, file)}
          />
        ),
    },
  ];
}

/** `children`: thumbnails of the X-rays, beside the text where there is room. */
function Patient({ checkup, children }: { checkup: Checkup; children: ReactNode }) {
  const { name, xrayFiles, createdAt, code } = checkup;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <div className="grid min-w-48 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{personName(checkup)}</span>
          <CheckupStatusBadge status={checkup.status} />
          {checkup.patientDoubt && (
            <StatusBadge tone="danger">{checkupMessages.patientUnclear()}</StatusBadge>
          )}
        </div>
        <span className="text-note font-normal text-muted">
          <Facts>
            {[
              name,
              checkupDay(checkup),
              texts.xrayCount({ count: xrayFiles.length }),
              isWaiting(checkup) && texts.waiting({ age: describeAge(createdAt) }),
              code,
            ]}
          </Facts>
        </span>
        <ImagingNotes files={[...checkup.xrayFileLinks, ...checkup.fileLinks]} />
        <div className="mt-1.5 flex flex-wrap gap-2.5 empty:hidden">
          <OpenInProgram area="admin" checkup={checkup} />
        </div>
      </div>
      {xrayFiles.length > 0 && children}
    </div>
  );
}

/** Notes on the files in the list: doubts about the patient, and missing pictures. */
function ImagingNotes({ files }: { files: readonly FileLink[] }) {
  const warnings = new Set(files.flatMap(({ imaging }) => findPatientWarnings(imaging)));
  const hasFailed = files.some(({ imaging }) => imaging.state === 'failed');
  if (warnings.size === 0 && !hasFailed && !files.some(isPending)) return null;
  return (
    <div className="flex flex-wrap gap-1.5 text-note font-normal">
      {[...warnings].map((text) => (
        <PatientWarning key={text} text={text} />
      ))}
      {hasFailed && <StatusBadge tone="danger">{imagingMessages.hasFailed()}</StatusBadge>}
      {files.some(isPending) && (
        <StatusBadge tone="neutral">{imagingMessages.pending()}</StatusBadge>
      )}
    </div>
  );
}

const isWaiting = ({ status, xrayFiles }: Checkup): boolean =>
  status === 'pending' && xrayFiles.length === 0;
