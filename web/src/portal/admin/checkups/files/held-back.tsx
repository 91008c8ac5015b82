import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { usePendingRows } from '../../list/rows/row-action.ts';
import { confirmHeldBack } from './patient-doubt.ts';

/** Says that the doctor does not see a file of another patient. Renders nothing where there is none. */
export function HeldBack({ checkup }: { checkup: Checkup }) {
  const isPending = usePendingRows().has(checkup._id);
  if (!checkup.patientDoubt) return null;
  return (
    <section
      aria-label={checkupMessages.patientUnclear()}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-danger-soft px-4 py-3"
    >
      <div className="min-w-48 grow basis-64 text-desk">
        <p className="flex items-center gap-2 font-medium text-danger">
          <TriangleAlert size={18} aria-hidden="true" className="shrink-0" />
          {checkupMessages.patientUnclear()}
        </p>
        <p className="mt-1">{imagingMessages.isHeldBack()}</p>
      </div>
      <Button variant="outline" busy={isPending} onClick={() => void confirmHeldBack(checkup)}>
        {checkupMessages.addAnyway()}
      </Button>
    </section>
  );
}
