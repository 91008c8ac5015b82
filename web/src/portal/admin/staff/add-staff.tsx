import { createStaff } from '@deqiq/contract/people/staff.ts';
import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/office/staff-screen.js';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import { Controller, useForm } from 'react-hook-form';
import * as api from '../../../api/people/staff.ts';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';

const listRoles = (): { value: StaffRole; label: string }[] => [
  { value: 'staff', label: texts.roleStaff() },
  { value: 'owner', label: texts.roleOwner() },
];

const empty: { username: string; role: StaffRole; password: string } = {
  username: '',
  role: 'staff',
  password: '',
};

/** Adds an account. Open as long as it is mounted. */
export function AddStaff({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: empty });
  const { errors } = form.formState;
  const weakness = useWeakness(form.watch('password'), form.watch('username'));
  const { submit, busy } = useSave({
    form,
    schema: createStaff,
    confirmation: ({ username, role }) => ({
      title: texts.areYouSure(),
      text: role === 'owner' ? texts.addOwnerText({ username }) : texts.addStaffText({ username }),
      confirm: texts.addConfirm(),
    }),
    request: (parsed) => api.addStaff(parsed),
    successMessage: staffMessages.created(),
    errorMessage: staffMessages.createFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={texts.add()}
      save={texts.add()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <Field label={texts.username()} required error={errors.username?.message}>
        <TextInput
          {...form.register('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={texts.role()} required error={errors.role?.message}>
        <Controller
          name="role"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Select name="role" value={value} onChange={onChange} options={listRoles()} />
          )}
        />
      </Field>
      <Field
        label={texts.password()}
        required
        hint={weakness ?? texts.passwordAdvice()}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  );
}
