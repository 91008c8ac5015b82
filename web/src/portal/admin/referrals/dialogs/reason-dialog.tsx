import { type Referral, withReason } from '@deqiq/contract/referrals/referrals.ts';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as texts from '@deqiq/messages/office/referrals.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { useForm } from 'react-hook-form';
import { endReferral } from '../../../../api/referrals/referrals-desk.ts';
import { personName } from '../../../../lib/format.ts';
import { Field } from '../../../../ui/field/field.tsx';
import { TextArea } from '../../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../../ui/form/use-save.ts';
import { withPresentState } from '../moves.ts';

type ReasonDialogProps = { referral: Referral; move: 'decline' | 'cancel'; onClose: () => void };

/** Declines or cancels a referral with a reason. Open as long as it is mounted. */
export function ReasonDialog({ referral, move, onClose }: ReasonDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } });
  const patient = personName(referral.patient);
  const isDecline = move === 'decline';
  const { submit, busy } = useSave({
    form,
    schema: withReason,
    confirmation: () => ({
      title: formTexts.areYouSure(),
      text: (isDecline ? texts.declineQuestion : texts.cancelQuestion)({ patient }),
      danger: true,
    }),
    request: ({ reason }) => withPresentState(endReferral(referral, move, reason)),
    successMessage: isDecline ? referralMessages.declined() : referralMessages.cancelled(),
    errorMessage: texts.moveFailed(),
    onSaved: onClose,
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      size="sm"
      title={isDecline ? texts.decline() : texts.cancelReferral()}
      description={patient}
      save={isDecline ? texts.decline() : texts.cancelReferral()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Field
        label={texts.reason()}
        required
        hint={texts.reasonHint()}
        error={errors.reason?.message}
      >
        <TextArea {...form.register('reason')} rows={3} />
      </Field>
    </FormDialog>
  );
}
