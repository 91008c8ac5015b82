import type { LaterObject, Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import { formatMoment, personName } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Secondary } from '../../list/rows/cells.tsx';
import { usePendingRows } from '../../list/rows/row-action.ts';
import { unmerge } from '../merging.ts';

type AliasesProps = {
  patient: Patient;
  aliases: readonly Patient[];
  onLater: (later: readonly LaterObject[]) => void;
};

/** Records that were merged into this one; each can be taken out again. */
export function Aliases({ patient, aliases, onLater }: AliasesProps) {
  const pending = usePendingRows();
  if (aliases.length === 0) return null;
  return (
    <section className="grid gap-2 border-t border-line pt-5">
      <h2 className="text-desk font-medium">{texts.aliases()}</h2>
      <ul className="grid gap-2">
        {aliases.map((alias) => (
          <li key={alias._id} className="flex items-center justify-between gap-3 text-desk">
            <span className="min-w-0 wrap-anywhere">
              {personName(alias)}
              <Secondary>{alias.code}</Secondary>
            </span>
            <Button
              size="sm"
              variant="outline"
              busy={pending.has(alias._id)}
              aria-label={texts.unmergeOf({ code: alias.code })}
              onClick={() => void unmerge(patient, alias, onLater)}
            >
              {texts.unmerge()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** After taking a record out: what came since the merge, and stayed. */
export function Later({ objects }: { objects: readonly LaterObject[] }) {
  if (objects.length === 0) return null;
  return (
    <div role="status" className="grid gap-1.5 rounded-field bg-warning-soft p-3.5 text-desk">
      <p className="font-medium text-warning">{texts.laterTitle()}</p>
      <ul className="list-disc pl-5">
        {objects.map(({ kind, _id, at }) => (
          <li key={_id}>
            {(kind === 'checkup' ? texts.laterCheckup : texts.laterReferral)({
              at: formatMoment(at),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
