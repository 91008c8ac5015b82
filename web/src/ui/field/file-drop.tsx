import * as texts from '@deqiq/messages/ui/kit.js';
import { FolderUp, Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { canChooseFolder, chooseFolder, type Folder, readDrop } from '../../lib/files/folders.ts';
import { Button } from '../button.tsx';
import { useFieldProps } from './field.tsx';

type FieldTies = { id?: string; 'aria-describedby'?: string; 'aria-required'?: boolean };

type FileDropProps = {
  /** Its words, and its name where no Field gives it one. */
  label: string;
  name?: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** Present where folders may be chosen and dropped. */
  onFolder?: (folder: Folder) => void;
  hint?: string;
  /** Files are selected already: the area is small. */
  slim?: boolean;
  disabled?: boolean;
};

/** Chooses files by pressing, by keyboard or by dropping them. What is accepted, the caller checks. */
export function FileDrop({
  label,
  name,
  accept,
  multiple = false,
  onFiles,
  onFolder,
  hint,
  slim = false,
  disabled = false,
}: FileDropProps) {
  const [isDraggedOver, setOver] = useState(false);
  const hintId = useId();
  // `aria-required` is not allowed on a file input.
  const { 'aria-required': _, ...ties }: FieldTies = useFieldProps();
  const describedBy = [ties['aria-describedby'], hint && hintId].filter(Boolean).join(' ');

  function take(files: File[]): void {
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  }

  function drop(data: DataTransfer): void {
    const { files, folders } = onFolder ? readDrop(data) : { files: [...data.files], folders: [] };
    take(files);
    if (!disabled) for (const folder of folders) onFolder?.(folder);
  }

  function drag(event: DragEvent, isOver: boolean): void {
    event.preventDefault();
    setOver(isOver && !disabled);
  }

  return (
    <div className="grid gap-1.5">
      <label
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          drop(event.dataTransfer);
        }}
        className={cx(
          'relative rounded-card border border-dashed px-4 text-center text-desk',
          slim
            ? 'flex min-h-14 flex-wrap items-center justify-center gap-x-2.5 py-2'
            : 'grid min-h-28 justify-items-center gap-1 py-5',
          'transition-colors duration-160 has-focus-visible:outline-2 has-focus-visible:outline-accent',
          disabled
            ? 'cursor-not-allowed opacity-60'
            : 'cursor-pointer hover:border-accent hover:bg-accent-soft',
          isDraggedOver
            ? 'border-accent bg-accent-soft'
            : 'border-field has-aria-invalid:border-danger',
        )}
      >
        <input
          {...ties}
          type="file"
          name={name}
          className="sr-only"
          aria-label={ties.id ? undefined : label}
          aria-describedby={describedBy || undefined}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = ''; // so that the same file can be selected again
          }}
        />
        <Upload size={22} aria-hidden="true" className="text-accent" />
        <span className="font-medium">{label}</span>
        <span className="text-note text-muted">{texts.dropFiles()}</span>
      </label>
      {(hint || onFolder) && (
        <BelowDrop hint={hint} hintId={hintId} onFolder={onFolder} disabled={disabled} />
      )}
    </div>
  );
}

type BelowDropProps = Pick<FileDropProps, 'disabled'> & {
  hint: string | undefined;
  hintId: string;
  onFolder: FileDropProps['onFolder'];
};

/** The hint, and the button that chooses a folder. */
function BelowDrop({ hint, hintId, onFolder, disabled }: BelowDropProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      {hint && (
        <p id={hintId} className="text-note text-muted">
          {hint}
        </p>
      )}
      {onFolder && canChooseFolder() && (
        <Button
          variant="outline"
          size="sm"
          disabled={disabled}
          icon={<FolderUp size={16} aria-hidden="true" />}
          onClick={() => chooseFolder(onFolder)}
        >
          {texts.chooseFolder()}
        </Button>
      )}
    </div>
  );
}
