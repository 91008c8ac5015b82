import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import * as texts from '@deqiq/messages/office/intake-studies.js';
import { TriangleAlert } from 'lucide-react';
import { formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { fileSize } from '../../examinations/file-viewer/format.ts';
import { discardConflict } from './study-actions.ts';

/** Instances with the UID of another one and other data. They are no part of the study. */
export function Conflicts({ study }: { study: IntakeStudy }) {
  const { conflicts } = study;
  if (conflicts.length === 0) return null;
  return (
    <details className="mt-1 text-note font-normal">
      <summary className="min-h-6 cursor-pointer content-center text-warning pointer-coarse:min-h-11">
        <TriangleAlert size={15} aria-hidden="true" className="mr-1 inline align-[-2px]" />
        {texts.conflicts({ count: conflicts.length })}
      </summary>
      <p className="py-1 text-muted">{texts.conflictsExplanation()}</p>
      <ul className="grid gap-1.5">
        {conflicts.map((conflict) => (
          <li key={conflict._id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere tabular-nums">
              {conflict.sopUid} · {fileSize(conflict.size)} · {formatMoment(conflict.arrivedAt)}
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={texts.discardUid({ uid: conflict.sopUid })}
              onClick={() => void discardConflict(study, conflict)}
            >
              {texts.discard()}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
