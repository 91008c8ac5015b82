import { ACCEPTED_FILES } from '@deqiq/contract/files.ts';
import { FileText, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { FileDrop } from '../../../../ui/field/file-drop.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { fileSize } from '../../../xrays/format.ts';
import type { Upload } from './use-upload.ts';

/** Where X-ray files are chosen, and how far each of them has come. What was chosen comes into sight. */
export function ChosenFiles({ upload, label }: { upload: Upload; label: string }) {
  const { selections, progress, refusal } = upload;
  const around = useRef<HTMLDivElement>(null);
  const count = selections.length;
  useEffect(() => {
    if (count > 0) around.current?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  return (
    <div ref={around} className="grid scroll-my-4 gap-3">
      {count > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto rounded-card border border-line p-2">
          {selections.map((selection) => (
            <ChosenFile
              key={selection.fileId}
              upload={upload}
              selection={selection}
              error={refusal?.file === selection.file ? refusal.message : undefined}
            />
          ))}
        </ul>
      )}
      <FileDrop
        label={label}
        accept={ACCEPTED_FILES}
        multiple
        slim={count > 0}
        disabled={progress !== undefined}
        onFiles={(files) => void upload.add(files)}
        hint="JPEG, PNG, WebP, GIF, DICOM (.dcm), TXT, HTML, XML"
      />
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
          The connection is lost. The upload goes on as soon as it is back.
        </p>
      )}
    </div>
  );
}

type ChosenFileProps = {
  upload: Upload;
  selection: Upload['selections'][number];
  /** Why the server has refused it. */
  error: string | undefined;
};

function ChosenFile({ upload, selection: { fileId, file }, error }: ChosenFileProps) {
  const row = useRef<HTMLLIElement>(null);
  const errorId = useId();
  const percent = upload.progress?.files.get(fileId);
  useEffect(() => {
    if (error) row.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <li ref={row} className={cx('scroll-my-8 rounded-chip px-2', error && 'bg-danger-soft')}>
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
      {error && (
        <p id={errorId} className="pb-2 pl-7.5 text-note text-danger">
          {error}
        </p>
      )}
    </li>
  );
}
