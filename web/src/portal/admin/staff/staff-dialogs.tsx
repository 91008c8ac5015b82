import { shareMessages } from '@deqiq/contract/examinations/shares.ts';
import { authMessages } from '@deqiq/contract/people/auth.ts';
import {
  createStaff,
  resetStaffPassword,
  type StaffMember,
  staffMessages,
} from '@deqiq/contract/people/staff.ts';
import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import { LockOpen, Unlink } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { endSharesOf } from '../../../api/examinations/shares.ts';
import * as api from '../../../api/people/staff.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';
import { ResetPasswordDialog } from '../form/reset-password-dialog.tsx';
import { runRowAction } from '../list/row-action.ts';

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

type ResetStaffPasswordProps = { member: StaffMember; onClose: () => void };

/** Sets a colleague's password. Open as long as it is mounted. */
export function ResetStaffPassword({ member, onClose }: ResetStaffPasswordProps) {
  return (
    <ResetPasswordDialog
      person={member.username}
      schema={resetStaffPassword}
      question={{
        title: 'Are you sure?',
        text: `${member.username} will get a new password and be signed out everywhere.`,
        confirm: 'Yes, reset',
      }}
      send={(password) => api.resetStaffPassword(member, password)}
      saved={staffMessages.passwordReset}
      failed={staffMessages.failed}
      onClose={onClose}
    >
      <Button
        variant="quiet"
        icon={<LockOpen size={17} aria-hidden="true" />}
        onClick={() => void unlock(member)}
        className="-mx-2 justify-self-start px-2"
      >
        Unlock sign-in
      </Button>
      <Button
        variant="quiet"
        icon={<Unlink size={17} aria-hidden="true" />}
        onClick={() => void endShares(member)}
        className="-mx-2 justify-self-start px-2"
      >
        End shared links
      </Button>
    </ResetPasswordDialog>
  );
}

/** Lets a colleague whose password strangers tried sign in on a new device again. */
const unlock = (member: StaffMember) =>
  runRowAction({
    row: member._id,
    request: () => api.unlockStaff(member),
    successMessage: authMessages.admin.unlocked,
    errorMessage: authMessages.admin.unlockFailed,
  });

/** Ends the links of a colleague who has left, or whose session may have been stolen. */
const endShares = (member: StaffMember) =>
  runRowAction({
    row: member._id,
    confirmation: {
      title: 'Are you sure?',
      text: `All links that ${member.username} has shared will stop working.`,
      confirm: 'Yes, end them',
      danger: true,
    },
    request: () => endSharesOf('staff', member._id),
    successMessage: shareMessages.allRevoked,
    errorMessage: shareMessages.revokeFailed,
  });
