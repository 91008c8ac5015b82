import { type StaffMember, setRadiologist } from '@deqiq/contract/people/staff.ts';
import * as texts from '@deqiq/messages/office/staff-screen.js';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import { useForm } from 'react-hook-form';
import * as api from '../../../api/people/staff.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { runRowAction } from '../list/rows/row-action.ts';

type RadiologistDialogProps = { member: StaffMember; onClose: () => void };

/** Gives a member of staff the right to sign reports, or takes it back. Open as long as it is mounted. */
export function RadiologistDialog({ member, onClose }: RadiologistDialogProps) {
  const { radiologist, username } = member;
  const form = useForm({ defaultValues: radiologist ?? { name: '', title: '', licence: '' } });
  const { errors, isDirty } = form.formState;
  const { submit, busy } = useSave({
    form,
    schema: setRadiologist,
    request: (parsed) => api.setRadiologist(member, parsed),
    successMessage: staffMessages.radiologistSet(),
    errorMessage: staffMessages.failed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="sm"
      title={texts.radiologist()}
      description={texts.radiologistAbout({ username })}
      save={texts.saveRadiologist()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Field label={texts.radiologistName()} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label={texts.radiologistTitle()} error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <Field label={texts.radiologistLicence()} error={errors.licence?.message}>
        <TextInput {...form.register('licence')} autoComplete="off" />
      </Field>
      {radiologist && (
        <Button
          variant="quiet"
          className="justify-self-start text-danger"
          onClick={() => void remove(member, onClose)}
        >
          {texts.removeRadiologist()}
        </Button>
      )}
    </FormDialog>
  );
}

const remove = (member: StaffMember, onDone: () => void) =>
  runRowAction({
    row: member._id,
    confirmation: {
      title: texts.areYouSure(),
      text: texts.removeRadiologistText(member),
      confirm: texts.removeRadiologist(),
      danger: true,
    },
    request: async () => {
      await api.removeRadiologist(member);
      onDone();
    },
    successMessage: staffMessages.radiologistRemoved(),
    errorMessage: staffMessages.failed(),
  });
