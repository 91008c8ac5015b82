import { type FileLink, isPreviewed } from '@deqiq/contract/files.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDrawn } from '../../xrays/drawn.ts';
import { FilePicture } from '../../xrays/file-picture.tsx';
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
            <FileLine file={file} onView={() => onView(file)} onDownload={() => onDownload(file)} />
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

type FileLineProps = { file: FileLink; onView: () => void; onDownload: () => void };

/** Pictures open, everything else is downloaded; a DICOM file that can be drawn is also looked at. */
function FileLine({ file, onView, onDownload }: FileLineProps) {
  const isDrawn = useDrawn();
  const { name, size } = file;
  const viewed = isPreviewed(name, 'partner');
  const about = `${fileKind(name)} · ${fileSize(size)}`;
  return (
    <div className="relative flex rounded-field transition-colors duration-160 hover:bg-accent-soft">
      {isDrawn(file) && (
        <button
          type="button"
          onClick={onView}
          className="absolute top-1 left-1 h-11 w-16 rounded-chip"
        >
          <span className="sr-only">Bax: {name}</span>
        </button>
      )}
      <button
        type="button"
        onClick={viewed ? onView : onDownload}
        className="flex w-full items-center gap-3 rounded-field p-1 text-left"
      >
        <span className="grid h-11 w-16 shrink-0 place-items-center overflow-hidden rounded-chip bg-ink text-mist">
          <FilePicture
            file={file}
            seenBy="partner"
            signSize={22}
            width={64}
            height={44}
            className="size-full object-cover"
          />
        </span>
        <span className="min-w-0 grow">
          {/* The name says what it does, then every word that stands on it. */}
          <span className="sr-only">{viewed ? 'Aç:' : 'Yüklə:'}</span>{' '}
          <span className="block truncate text-desk font-medium">{name}</span>{' '}
          <span className="block text-note text-muted tabular-nums">{about}</span>
        </span>
        {!viewed && <Download size={18} aria-hidden="true" className="mr-1 shrink-0 text-muted" />}
      </button>
    </div>
  );
}
