import { ACCEPTED_FILES } from '@deqiq/contract/files.ts';
import { FileText, X } from 'lucide-react';
import { FileDrop } from '../../../../ui/field/file-drop.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { fileSize } from '../../../xrays/format.ts';
import type { Upload } from './use-upload.ts';

/** Where X-ray files are chosen, and how far each of them has come. */
export function ChosenFiles({ upload, label }: { upload: Upload; label: string }) {
  const { selections, progress } = upload;
  return (
    <div className="grid gap-3">
      <FileDrop
        label={label}
        accept={ACCEPTED_FILES}
        multiple
        disabled={progress !== undefined}
        onFiles={(files) => void upload.add(files)}
        hint="JPEG, PNG, WebP, GIF, DICOM (.dcm), TXT, HTML, XML"
      />
      {selections.length > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto rounded-card border border-line p-2">
          {selections.map((selection) => (
            <ChosenFile key={selection.fileId} upload={upload} selection={selection} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** How far all files together have come; stands in the dialog's foot, always in sight. */
export function TotalProgress({ upload: { selections, progress } }: { upload: Upload }) {
  if (!progress) return null;
  const total = selections.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <div role="status" className="grid w-full gap-1.5">
      <Progress value={progress.percent} label={`Uploading, ${fileSize(total)} in all`} />
      {progress.waiting && (
        <p className="text-note text-warning">
          Bağlantı kəsildi. Bərpa olunan kimi yükləmə davam edəcək.
        </p>
      )}
    </div>
  );
}

type ChosenFileProps = { upload: Upload; selection: Upload['selections'][number] };

function ChosenFile({ upload, selection: { fileId, file } }: ChosenFileProps) {
  const percent = upload.progress?.files.get(fileId);
  return (
    <li className="flex min-h-9 items-center gap-3 px-2">
      <FileText size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="min-w-0 grow truncate text-desk" title={file.name}>
        {file.name}
      </span>
      <span className="shrink-0 text-note text-muted tabular-nums">{fileSize(file.size)}</span>
      {percent === undefined ? (
        <IconButton
          label={`Remove ${file.name}`}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => upload.remove(fileId)}
        />
      ) : (
        <span className="w-11 shrink-0 text-right text-note font-medium tabular-nums">
          {percent}%
        </span>
      )}
    </li>
  );
}
