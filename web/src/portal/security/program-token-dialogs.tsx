import {
  type ProgramTokenCreated,
  programTokenDays,
  programTokenFields,
  programTokenMessages,
} from '@deqiq/contract/machines/program-tokens.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { Controller, useForm } from 'react-hook-form';
import { createProgramToken } from '../../api/machines/program-tokens.ts';
import { useCloseOnBack } from '../../lib/history/close-on-back.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/field/copy-field.tsx';
import { Field } from '../../ui/field/field.tsx';
import { PasswordInput } from '../../ui/field/password-input.tsx';
import { Select } from '../../ui/field/select.tsx';
import { TextInput } from '../../ui/field/text-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useSave } from '../../ui/form/use-save.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { programTokenWords } from './program-token-labels.ts';

interface AddTokenDialogProps {
  area: Role;
  onCreated: (created: ProgramTokenCreated) => void;
  onClose: () => void;
}

/** Asks for name, validity and password of a new token. */
export function AddTokenDialog({ area, onCreated, onClose }: AddTokenDialogProps) {
  const words = programTokenWords[area];
  const form = useForm({ defaultValues: { name: '', days: '90', password: '' } });
  const { submit, busy } = useSave({
    form,
    schema: programTokenFields(area),
    request: async (fields) => onCreated(await createProgramToken(area, fields)),
    successMessage: programTokenMessages[area].created,
    errorMessage: programTokenMessages[area].failed,
  });
  const { errors, isDirty } = form.formState;
  const days = programTokenDays.map((count) => ({
    value: String(count),
    label: words.days(count),
  }));
  return (
    <FormDialog
      size="sm"
      title={words.addTitle}
      save={words.create}
      onSubmit={submit}
      onClose={onClose}
      dirty={isDirty}
      busy={busy}
    >
      <Field label={words.name} hint={words.nameHint} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label={words.validity} required error={errors.days?.message}>
        <Controller
          name="days"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Select name="days" value={value} onChange={onChange} options={days} />
          )}
        />
      </Field>
      <Field label={words.password} required error={errors.password?.message}>
        <PasswordInput {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}

interface CreatedTokenDialogProps {
  area: Role;
  created: ProgramTokenCreated;
  /** Of DICOMweb. */
  address: string;
  onClose: () => void;
}

/** A token, which the server shows once, and where its program sends it. */
export function CreatedTokenDialog({ area, created, address, onClose }: CreatedTokenDialogProps) {
  const words = programTokenWords[area];
  useCloseOnBack(true, onClose);
  const renderCopyField = (label: string, text: string) => (
    <CopyField
      label={label}
      text={text}
      copyLabel={words.copyLabel(label)}
      copied={words.copied}
      failed={words.copyFailed}
    />
  );
  return (
    <Dialog
      open
      title={words.shownTitle}
      description={created.programToken.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>{words.done}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-desk text-muted">{words.shownOnce}</p>
        {renderCopyField(words.token, created.token)}
        {renderCopyField(words.address, address)}
        <p className="text-desk text-muted">
          {`${words.header} `}
          <code className="text-note text-text wrap-anywhere">Authorization: Bearer …</code>
        </p>
      </div>
    </Dialog>
  );
}
