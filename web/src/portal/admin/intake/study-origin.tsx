import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import * as texts from '@deqiq/messages/office/intake-studies.js';
import { formatDay, formatMoment } from '../../../lib/format.ts';
import { LongWordText } from '../../../ui/long-word-text.tsx';
import { fileSize } from '../../examinations/file-viewer/format.ts';
import { Secondary } from '../list/rows/cells.tsx';

/** Content and time of a study, and the machine that has sent it. */
export function StudyOrigin({ study }: { study: IntakeStudy }) {
  const { modalities, description, acquiredOn, acquiredAt, device, aeTitle } = study;
  const made = [acquiredOn && formatDay(acquiredOn), acquiredAt.slice(0, 5)];
  const sender = [device?.name, aeTitle].filter(Boolean).join(' · ') || texts.staff();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <span className="wrap-anywhere">
        {[modalities, description].filter(Boolean).join(' · ') || '—'}
      </span>
      {acquiredOn && <Secondary>{made.filter(Boolean).join(' ')}</Secondary>}
      <Secondary>{describeCounts(study)}</Secondary>
      <Secondary>
        <LongWordText>{sender}</LongWordText>, {formatMoment(study.lastArrivalAt)}
      </Secondary>
    </div>
  );
}

function describeCounts({ series, instances, bytes }: IntakeStudy): string {
  const count = instances;
  const counts = series > 1 ? texts.seriesAndImages({ series, count }) : texts.images({ count });
  return `${counts} · ${fileSize(bytes).replace(' ', '\u00a0')}`;
}
