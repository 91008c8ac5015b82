import { isSamePerson, type TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import { FileText, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { cx } from '../../../../../lib/cx.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { fileSize } from '../../../../examinations/file-viewer/format.ts';
import { describePatient } from '../patient-doubt.ts';
import { describeOtherPatient, PatientWarning } from '../patient-warning.tsx';
import type { Upload } from './use-upload.ts';

type ChosenFileProps = {
  upload: Upload;
  selection: Upload['selections'][number];
  /** Why the server has refused it. */
  error: string | undefined;
  /** Doubts about the patient. */
  warnings: readonly string[];
};

/** Doubts about the patient in a file: another name, other birth dates, other patients in the same folder. */
export function findWarnings(
  { selections, headers, otherPatients }: Upload,
  file: File,
  typed: TypedName,
): string[] {
  const header = headers.get(file);
  if (!header) return [];
  const birthDates = selections.map((one) => headers.get(one.file)?.birthDate).filter(Boolean);
  const isOther = isSamePerson(typed, header.patientName) === false;
  const other = otherPatients.get(file);
  return [
    describeOtherPatient({
      otherPatient: isOther ? header.patientName : '',
      birthDate: isOther || new Set(birthDates).size > 1 ? header.birthDate : '',
    }) ?? [],
    other
      ? `${imagingMessages.issuesSeveralPatients()}: ${[header, other].map(describePatient).join('; ')}`
      : [],
  ].flat();
}

/** A selected file: its name, its size or its progress, and what is wrong with it. */
export function ChosenFile({ upload, selection, error, warnings }: ChosenFileProps) {
  const { fileId, file } = selection;
  const row = useRef<HTMLLIElement>(null);
  const errorId = useId();
  const percent = upload.progress?.files.get(fileId);
  const isCurrent = upload.progress?.current?.fileId === fileId;
  useEffect(() => {
    if (error || isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [error, isCurrent]);
  return (
    <li
      ref={row}
      aria-current={isCurrent || undefined}
      className={cx(
        'scroll-my-8 rounded-chip px-2',
        error && 'bg-danger-soft',
        isCurrent && 'bg-accent-soft',
      )}
    >
      <div className="flex min-h-9 items-center gap-3">
        <FileText size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
        <span className="min-w-0 grow truncate text-desk" title={file.name}>
          {file.name}
        </span>
        <span className="shrink-0 text-note text-muted tabular-nums">{fileSize(file.size)}</span>
        {percent === undefined ? (
          <IconButton
            label={texts.remove({ name: file.name })}
            aria-describedby={error && errorId}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => upload.remove(fileId)}
          />
        ) : (
          <span className="w-11 shrink-0 text-right text-note font-medium tabular-nums">
            {percent}%
          </span>
        )}
      </div>
      {warnings.length > 0 && (
        <div role="status" className="grid justify-items-start gap-1 pb-2 pl-7.5 text-note">
          {warnings.map((text) => (
            <PatientWarning key={text} text={text} />
          ))}
        </div>
      )}
      {error && (
        <p id={errorId} className="pb-2 pl-7.5 text-note text-danger">
          {error}
        </p>
      )}
    </li>
  );
}
