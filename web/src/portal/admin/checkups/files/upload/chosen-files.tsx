import { ACCEPTED_FILES } from '@deqiq/contract/imaging/files.ts';
import type { TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import { Layers } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../../ui/button.tsx';
import { FileDrop } from '../../../../../ui/field/file-drop.tsx';
import { fileSize } from '../../../../examinations/file-viewer/format.ts';
import { ChosenFile, findWarnings } from './chosen-file.tsx';
import type { Upload } from './use-upload.ts';

type ChosenFilesProps = {
  upload: Upload;
  label: string;
  /** As staff typed it; files of another patient are marked. */
  patient: TypedName;
};

/** The file picker and the progress of each selected file. Scrolls new files into view. */
export function ChosenFiles({ upload, label, patient }: ChosenFilesProps) {
  const { selections, progress, refusals, packing } = upload;
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
        disabled={progress !== undefined || packing !== undefined}
        onFiles={(files) => void upload.add(files)}
        onFolder={(folder) => void upload.addFolder(folder)}
        hint="JPEG, PNG, WebP, GIF, DICOM (.dcm), ZIP, TXT, HTML, XML"
      />
      {packing && (
        <p role="status" className="text-note text-muted tabular-nums">
          {(packing.total > 0 ? texts.readingFiles : texts.reading)(packing)}
        </p>
      )}
    </div>
  );
}

/** The number of selected files, and a link to the refused ones. */
function Summary({ upload }: SummaryProps) {
  const { selections, refusals, progress, removeRefused, joinable, join, packing } = upload;
  const total = selections.reduce((sum, { file }) => sum + file.size, 0);
  const refused = selections.filter(({ file }) => refusals.has(file)).length;
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-note text-muted tabular-nums">
      <p>
        {texts.chosen({ count: selections.length, size: fileSize(total) })}
        {refused > 0 && (
          <span className="font-medium text-danger">
            {`, ${texts.refusedCount({ count: refused })}`}
          </span>
        )}
      </p>
      {joinable > 0 && !progress && (
        <Button
          variant="outline"
          size="sm"
          busy={packing !== undefined}
          icon={<Layers size={16} aria-hidden="true" />}
          onClick={() => void join()}
        >
          {texts.joinSlices({ count: joinable })}
        </Button>
      )}
      {refused > 0 && !progress && (
        <Button variant="outline" onClick={removeRefused}>
          {texts.removeRefused()}
        </Button>
      )}
    </div>
  );
}

type SummaryProps = { upload: Upload };
