import { type FileLink, isPreviewed } from '@deqiq/contract/files.ts';
import { Download, FileText, ScanLine } from 'lucide-react';
import { useState } from 'react';
import { Picture } from '../../../ui/picture.tsx';
import { fileKind, fileSize } from '../../xrays/format.ts';

/** Files of one examination shown before the person asks for all of them. */
const SHOWN = 3;

type CheckupFilesProps = {
  files: readonly FileLink[];
  onView: (file: FileLink) => void;
  onDownload: (file: FileLink) => void;
};

/** An examination's files as lines: a small picture, name, kind and size; one press opens or downloads. */
export function CheckupFiles({ files, onView, onDownload }: CheckupFilesProps) {
  const [all, setAll] = useState(false);
  if (files.length === 0) return <span className="text-muted">Hələ fayl yoxdur</span>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      <ul className="-mx-1 grid w-[calc(100%+0.5rem)] grid-cols-[minmax(0,1fr)] gap-1">
        {(all ? files : files.slice(0, SHOWN)).map((file) => (
          <li key={file.name}>
            <FileLine
              file={file}
              onPress={() => (isPreviewed(file.name, 'partner') ? onView(file) : onDownload(file))}
            />
          </li>
        ))}
      </ul>
      {!all && files.length > SHOWN && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-9 rounded-chip px-1.5 text-desk font-medium text-accent hover:underline pointer-coarse:min-h-11"
        >
          Bütün faylları göstər ({files.length})
        </button>
      )}
    </div>
  );
}

function FileLine({ file, onPress }: { file: FileLink; onPress: () => void }) {
  const { name, size, url, previewUrl } = file;
  const viewed = isPreviewed(name, 'partner');
  const about = `${fileKind(name)} · ${fileSize(size)}`;
  const picture = previewUrl ?? (viewed ? url : undefined);
  const Icon = fileKind(name) === 'DICOM' ? ScanLine : FileText;
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex w-full items-center gap-3 rounded-field p-1 text-left transition-colors duration-160 hover:bg-accent-soft"
    >
      <span className="grid h-11 w-16 shrink-0 place-items-center overflow-hidden rounded-chip bg-ink text-mist">
        {picture ? (
          <Picture
            src={picture}
            alt=""
            width={64}
            height={44}
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <Icon size={22} strokeWidth={1.5} aria-hidden="true" />
        )}
      </span>
      <span className="min-w-0 grow">
        {/* The name says what it does, then every word that stands on it. */}
        <span className="sr-only">{viewed ? 'Aç:' : 'Yüklə:'}</span>{' '}
        <span className="block truncate text-desk font-medium">{name}</span>{' '}
        <span className="block text-note text-muted tabular-nums">{about}</span>
      </span>
      {!viewed && <Download size={18} aria-hidden="true" className="mr-1 shrink-0 text-muted" />}
    </button>
  );
}
