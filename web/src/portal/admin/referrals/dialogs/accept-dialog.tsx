import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import { personName } from '../../../../lib/format.ts';
import { useCloseOnBack } from '../../../../lib/history/close-on-back.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { Loader } from '../../../../ui/page/page-states.tsx';
import { usePendingRows } from '../../list/rows/row-action.ts';
import { SimilarPatients, useSimilarPatients } from '../../patients/similar-patients.tsx';
import { describePerson } from '../columns.tsx';
import { accept } from '../moves.ts';

type AcceptDialogProps = { referral: Referral; onClose: () => void };

/** Accepts a referral for one of the records that staff recognise, or for a new one. Open as long as it is mounted. */
export function AcceptDialog({ referral, onClose }: AcceptDialogProps) {
  const { patient } = referral;
  const typed = {
    firstName: patient.firstName,
    lastName: patient.lastName,
    birthDate: patient.birthDate?.slice(0, 10),
    phone: patient.phone,
  };
  const { patients, isFailed } = useSimilarPatients(typed);
  const busy = usePendingRows().has(referral._id);
  const isUnknown = isFailed || patients?.length === 0;
  useCloseOnBack(true, () => busy || onClose());
  const described = [personName(patient), ...describePerson(patient), patient.phone];
  return (
    <Dialog
      open
      title={texts.acceptTitle()}
      description={described.filter(Boolean).join(' · ')}
      onClose={onClose}
      busy={busy}
      footer={
        <Button
          variant={isUnknown ? 'primary' : 'outline'}
          busy={busy || (!patients && !isFailed)}
          onClick={() => void accept(referral, '', onClose)}
        >
          {texts.newPatient()}
        </Button>
      }
    >
      {isUnknown && <p className="text-desk text-muted">{texts.noneSimilar()}</p>}
      {!patients && !isFailed && <Loader />}
      {patients && patients.length > 0 && (
        <div className="grid gap-3">
          <p className="text-desk font-medium">{texts.isSomebody()}</p>
          <SimilarPatients
            patients={patients}
            typed={typed}
            action={(record) => (
              <Button
                size="sm"
                variant="outline"
                busy={busy}
                aria-label={texts.samePatientAs({
                  patient: `${personName(record)}, ${record.code}`,
                })}
                onClick={() => void accept(referral, record._id, onClose)}
              >
                {texts.samePatient()}
              </Button>
            )}
          />
        </div>
      )}
    </Dialog>
  );
}
