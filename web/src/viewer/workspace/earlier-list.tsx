import * as texts from '@deqiq/messages/viewer/panel.js';
import { Columns2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { PanelSection } from '../controls/panel-section.tsx';
import { type EarlierExamination, hasPixels, type ViewerFile } from '../viewer-file.ts';

type EarlierListProps = {
  earlier: readonly EarlierExamination[];
  /** Which of them opens by itself; below the list. */
  choice: ReactNode;
  onChoose: (file: ViewerFile) => void;
};

/** Earlier examinations of the same patient: a press shows one beside the picture. */
export function EarlierList({ earlier, choice, onChoose }: EarlierListProps) {
  const withPictures = earlier
    .map((examination) => ({ ...examination, files: examination.files.filter(hasPixels) }))
    .filter(({ files }) => files.length > 0);
  if (withPictures.length === 0) return null;
  return (
    <PanelSection title={texts.earlier()}>
      <ul className="grid gap-3">
        {withPictures.map(({ id, title, files }) => (
          <li key={id} className="grid gap-1.5">
            <p className="text-note text-mist/80">{title}</p>
            {files.map((file) => (
              <Button
                key={file.id}
                variant="quiet"
                size="sm"
                icon={<Columns2 size={17} aria-hidden="true" />}
                onClick={() => onChoose(file)}
                className="min-w-0 justify-start border border-white/20 text-mist! not-disabled:hover:bg-white/10!"
              >
                <span className="truncate">{file.name}</span>
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {choice}
    </PanelSection>
  );
}
