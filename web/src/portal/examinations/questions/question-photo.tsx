import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/reports/question-list.js';
import { useState } from 'react';
import { CloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { LargePicture } from '../file-viewer/large-picture.tsx';

/** The photo of a question; a press shows it large. */
export function QuestionPhoto({ photo }: { photo: FileLink }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="block h-28 w-40 cursor-zoom-in overflow-hidden rounded-field bg-ink"
      >
        <span className="sr-only">{texts.enlarge({ name: photo.name })}</span>
        <LargePicture file={photo} className="h-full w-full" />
      </button>
      {isOpen && (
        <Dialog open size="lg" title={photo.name} onClose={close}>
          <LargePicture
            file={photo}
            className="max-h-[68dvh] min-h-60 w-full rounded-card bg-ink"
          />
          <CloseOnBack close={close} />
        </Dialog>
      )}
    </>
  );
}
