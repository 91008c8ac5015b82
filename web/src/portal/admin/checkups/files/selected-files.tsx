import { ACCEPTED_FILES } from '@deqiq/contract/imaging/files.ts';
import { imagingMessages } from '@deqiq/contract/imaging/imaging.ts';
import { isSamePerson, type TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import { FileText, Layers, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { Button } from '../../../../ui/button.tsx';
import { FileDrop } from '../../../../ui/field/file-drop.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { fileSize } from '../../../file-viewer/format.ts';
import { describePatient } from './patient-doubt.ts';
import { describeOtherPatient, PatientWarning } from './patient-warning.tsx';
import type { Upload } from './use-upload.ts';

type ChosenFilesProps = {
  upload: Upload;
  label: string;
  /** As staff typed it; files of another patient are marked. */
  patient: TypedName;
};

/** The file picker and the progress of each selected file. Scrolls new files into view. */
export function ChosenFiles({ upload, label, patient }: ChosenFilesProps) {
  const { selections, progress, refusals, reading } = upload;
  const around = useRef<HTMLDivElement>(null);
  const count = selections.length;
  useEffect(() => {
    if (count > 0) around.current?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  return (
    <div ref={around} className="grid scroll-my-4 gap-3">
      {count > 1 && <Summary upload={upload} />}
      {count > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto rounded-card border border-line p-2">
          {selections.map((selection) => (
            <ChosenFile
              key={selection.fileId}
              upload={upload}
              selection={selection}
              error={refusals.get(selection.file)}
              warnings={findWarnings(upload, selection.file, patient)}
            />
          ))}
        </ul>
      )}
      <FileDrop
        label={label}
        accept={ACCEPTED_FILES}
        multiple
        slim={count > 0}
        disabled={progress !== undefined || reading !== undefined}
        onFiles={(files) => void upload.add(files)}
        onFolder={(folder) => void upload.addFolder(folder)}
        hint="JPEG, PNG, WebP, GIF, DICOM (.dcm), ZIP, TXT, HTML, XML"
      />
      {reading && (
        <p role="status" className="text-note text-muted tabular-nums">
          Reading {reading.name}
          {reading.total > 0 && `: ${reading.done} of ${reading.total} files`}
        </p>
      )}
    </div>
  );
}

/** The number of selected files, and a link to the refused ones. */
function Summary({ upload }: SummaryProps) {
  const { selections, refusals, progress, removeRefused, joinable, join, reading } = upload;
  const total = selections.reduce((sum, { file }) => sum + file.size, 0);
  const refused = selections.filter(({ file }) => refusals.has(file)).length;
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-note text-muted tabular-nums">
      <p>
        {selections.length} files, {fileSize(total)}
        {refused > 0 && <span className="font-medium text-danger">, {refused} refused</span>}
      </p>
      {joinable > 0 && !progress && (
        <Button
          variant="outline"
          size="sm"
          busy={reading !== undefined}
          icon={<Layers size={16} aria-hidden="true" />}
          onClick={() => void join()}
        >
          Join {joinable} slices into one file
        </Button>
      )}
      {refused > 0 && !progress && (
        <Button variant="outline" onClick={removeRefused}>
          Remove the refused
        </Button>
      )}
    </div>
  );
}

type SummaryProps = { upload: Upload };

type ChosenFileProps = {
  upload: Upload;
  selection: Upload['selections'][number];
  /** Why the server has refused it. */
  error: string | undefined;
  /** Doubts about the patient. */
  warnings: readonly string[];
};

/** Doubts about the patient in a file: another name, other birth dates, other patients in the same folder. */
function findWarnings(
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
    other ? `${severalPatients}: ${[header, other].map(describePatient).join('; ')}` : [],
  ].flat();
}

const severalPatients = imagingMessages.admin.issues['several-patients'];

function ChosenFile({ upload, selection, error, warnings }: ChosenFileProps) {
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
            label={`Remove ${file.name}`}
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
