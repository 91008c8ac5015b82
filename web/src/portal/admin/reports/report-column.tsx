import * as texts from '@deqiq/messages/reports/question-list.js';
import { X } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Questions } from '../../questions/questions.tsx';
import type { BesideProps } from '../../viewer/panel.tsx';

/** What staff have beside the picture: the questions about it. */
export function ReportColumn({ checkup, file, controls, onShow, onClose }: BesideProps) {
  const pick =
    controls &&
    (async (signal: AbortSignal) => {
      const point = await controls.pickPoint(signal);
      return point && { file, point };
    });
  return (
    <aside aria-label={texts.title()} className="relative h-full overflow-y-auto p-4">
      <IconButton
        label={texts.close()}
        icon={<X size={20} aria-hidden="true" />}
        onClick={onClose}
        className="absolute top-3 right-3"
      />
      <Questions area="admin" checkup={checkup._id} report={null} onShow={onShow} onPick={pick} />
    </aside>
  );
}
