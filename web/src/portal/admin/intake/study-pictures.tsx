import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as texts from '@deqiq/messages/office/intake-studies.js';
import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { FilePicture } from '../../examinations/file-viewer/file-picture.tsx';
import { PreviewPicture } from '../../examinations/file-viewer/preview-picture.tsx';
import { studyName } from './study-actions.ts';

const frameClass =
  'relative grid h-14 w-20 shrink-0 place-items-center overflow-hidden rounded-chip bg-ink text-mist';

/** The first picture of a study; a press enlarges all of them. */
export function StudyPictures({ study }: { study: IntakeStudy }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = study.files;
  if (!first)
    return (
      <span className={frameClass}>
        <ScanLine size={22} strokeWidth={1.5} aria-hidden="true" />
      </span>
    );
  const more = study.files.length - 1;
  const picture = (
    <>
      <FilePicture
        file={first}
        seenBy="admin"
        signSize={22}
        className="absolute inset-0 size-full object-cover"
      />
      {more > 0 && (
        <span className="absolute right-0.5 bottom-0.5 rounded-chip bg-ink/80 px-1 text-note font-medium text-mist">
          +{more}
        </span>
      )}
    </>
  );
  if (!study.files.some(findLargePreview)) return <span className={frameClass}>{picture}</span>;
  return (
    <>
      <button
        type="button"
        aria-label={texts.enlarge({ patient: studyName(study) })}
        onClick={() => setOpen(true)}
        className={frameClass}
      >
        {picture}
      </button>
      {isOpen && <PicturesDialog study={study} onClose={() => setOpen(false)} />}
    </>
  );
}

function PicturesDialog({ study, onClose }: { study: IntakeStudy; onClose: () => void }) {
  useCloseOnBack(true, onClose);
  return (
    <Dialog open size="full" title={studyName(study)} onClose={onClose}>
      <ul className="grid gap-5">
        {study.files.map((file) => {
          const source = findLargePreview(file);
          return (
            source && (
              <li key={file.id} className="grid gap-1.5">
                <PreviewPicture
                  src={source}
                  alt={file.name}
                  className="max-h-[75dvh] min-h-40 w-full object-contain"
                />
                <span aria-hidden="true" className="text-note text-mist/80">
                  {file.name}
                </span>
              </li>
            )
          );
        })}
      </ul>
    </Dialog>
  );
}

/** The preview of 1280 pixels, or the only one. */
function findLargePreview({ imaging, previewUrl }: FileLink): string | undefined {
  const { url, previews = [] } = imaging;
  const name: DerivedName = 'preview-1280';
  return url !== undefined && previews.includes(1280) ? `${url}${name}` : previewUrl;
}
