import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { Imaging, ImagingFailure } from '@deqiq/contract/imaging/imaging.ts';
import type { SeriesIssue } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import { RotateCw } from 'lucide-react';
import { deriveFile } from '../../../../api/examinations/checkups.ts';
import { cx } from '../../../../lib/cx.ts';
import { Button } from '../../../../ui/button.tsx';
import {
  describeImaging,
  findPictureNotes,
} from '../../../examinations/file-viewer/describe-imaging.ts';
import { runRowAction, usePendingRows } from '../../list/rows/row-action.ts';
import { findPatientWarnings, PatientWarning } from './patient-warning.tsx';

const failures: Readonly<Record<ImagingFailure, () => string>> = {
  damaged: imagingMessages.failedDamaged,
  'too-large': imagingMessages.failedTooLarge,
  crashed: imagingMessages.failedCrashed,
};

/** Issues that change nothing of how a picture is shown. */
const otherIssues: Partial<Record<SeriesIssue, () => string>> = {
  'duplicate-slices': imagingMessages.issuesDuplicateSlices,
  'mixed-sizes': imagingMessages.issuesMixedSizes,
  incomplete: imagingMessages.issuesIncomplete,
};

/** Description of the pictures of a file for staff. Renders nothing where there is none. */
export function FileImaging({ file, className }: { file: FileLink; className?: string }) {
  const { imaging } = file;
  const about = describeImaging(imaging);
  const notes = listNotes(imaging);
  const warnings = findPatientWarnings(imaging);
  const isFailed = imaging.state === 'failed';
  if (!about && notes.length === 0 && !isFailed && warnings.length === 0) return null;
  return (
    <div className={cx('grid justify-items-start gap-1 text-note text-muted', className)}>
      {warnings.map((text) => (
        <PatientWarning key={text} text={text} />
      ))}
      {about && <p className="tabular-nums">{about}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {isFailed && <Failure file={file} />}
    </div>
  );
}

function listNotes(imaging: Imaging): string[] {
  const { state, issues = [], others = [], skipped = 0 } = imaging;
  const pictures = [imaging, ...others];
  return [
    ...(state === 'pending' ? [imagingMessages.pending()] : []),
    ...(state === 'unsupported' ? [imagingMessages.unsupported()] : []),
    ...others.map(describeImaging),
    ...new Set(pictures.flatMap(findPictureNotes)),
    ...issues.flatMap((issue) => otherIssues[issue]?.() ?? []),
    ...(skipped > 0 ? [texts.skipped({ count: skipped })] : []),
  ];
}

function Failure({ file: { id, name, imaging } }: { file: FileLink }) {
  const isRetried = usePendingRows().has(id);
  return (
    <>
      <p className="text-danger">{failures[imaging.failure ?? 'crashed']()}</p>
      <Button
        variant="outline"
        size="sm"
        busy={isRetried}
        icon={<RotateCw size={15} aria-hidden="true" />}
        aria-label={`${imagingMessages.retry()}: ${name}`}
        onClick={() => void retry(id)}
      >
        {imagingMessages.retry()}
      </Button>
    </>
  );
}

const retry = (id: string) =>
  runRowAction({
    row: id,
    request: () => deriveFile(id),
    successMessage: imagingMessages.retried(),
    errorMessage: imagingMessages.failedCrashed(),
  });
