import { type Referral, withOwnReason } from '@deqiq/contract/referrals/referrals.ts';
import { LINE_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/partner/referrals.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { useForm } from 'react-hook-form';
import { cancelReferral } from '../../../api/examinations/referrals.ts';
import { personName } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { describeState } from '../../referrals/referral-names.ts';

type CancelDialogProps = { referral: Referral; onClose: () => void };

/** Names patient and state, and takes a reason for staff. */
export function CancelDialog({ referral, onClose }: CancelDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } });
  const { submit, busy } = useSave({
    form,
    schema: withOwnReason,
    request: ({ reason }) => cancelReferral(referral._id, reason),
    successMessage: referralMessages.cancelled(),
    errorMessage: texts.cancelFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={texts.cancelTitle()}
      description={texts.cancelText({
        name: personName(referral.patient),
        state: describeState(referral),
      })}
      size="sm"
      save={texts.cancelReferral()}
      cancel={texts.goBack()}
      dirty={form.formState.isDirty}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.reason()} error={form.formState.errors.reason?.message}>
        <TextInput {...form.register('reason')} maxLength={LINE_MAX} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
