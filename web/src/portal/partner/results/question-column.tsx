import * as texts from '@deqiq/messages/reports/question-list.js';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { doctorReportQuery } from '../../../api/reports/diagnostic-reports.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Questions } from '../../examinations/questions/questions.tsx';
import type { BesideProps } from '../../examinations/viewer/panel.tsx';
import { PanelFrame, useShownPicture } from '../../examinations/viewer/panel-frame.tsx';

/** Questions beside the picture: each may be pinned to a point of it. */
export function QuestionColumn({ checkup, file, onListen, onShow, onClose }: BesideProps) {
  const { controls } = useShownPicture(onListen);
  const { data } = useQuery(doctorReportQuery(checkup._id));
  const pick =
    controls &&
    (async (signal: AbortSignal) => {
      const point = await controls.pickPoint(signal);
      return point && { file, point };
    });
  return (
    <PanelFrame>
      <aside aria-label={texts.title()} className="relative h-full overflow-y-auto p-4">
        <IconButton
          label={texts.close()}
          icon={<X size={20} aria-hidden="true" />}
          onClick={onClose}
          className="absolute top-3 right-3"
        />
        <Questions
          area="partner"
          checkup={checkup._id}
          report={data?.report?._id ?? null}
          onShow={onShow}
          onPick={pick}
        />
      </aside>
    </PanelFrame>
  );
}
