import { createStaff, staffMessages } from '@deqiq/contract/people/staff.ts';
import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import { Controller, useForm } from 'react-hook-form';
import * as api from '../../../api/people/staff.ts';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';

const roles: { value: StaffRole; label: string }[] = [
  { value: 'staff', label: 'Staff: the daily work' },
  { value: 'owner', label: 'Owner: everything' },
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
  const weakness = useWeakness('admin', form.watch('password'), form.watch('username'));
  const { submit, busy } = useSave({
    form,
    schema: createStaff,
    confirmation: ({ username, role }) => ({
      title: 'Are you sure?',
      text: `${username} will be added as ${role === 'owner' ? 'an owner' : 'a member of staff'}.`,
      confirm: 'Yes, add',
    }),
    request: (parsed) => api.addStaff(parsed),
    successMessage: staffMessages.created,
    errorMessage: staffMessages.createFailed,
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Add Staff"
      save="Add Staff"
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <Field label="Username" required error={errors.username?.message}>
        <TextInput
          {...form.register('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Role" required error={errors.role?.message}>
        <Controller
          name="role"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Select name="role" value={value} onChange={onChange} options={roles} />
          )}
        />
      </Field>
      <Field
        label="Password"
        required
        hint={weakness ?? 'At least 8 characters'}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  );
}
