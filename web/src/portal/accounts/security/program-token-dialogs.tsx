import {
  type ProgramTokenCreated,
  programTokenDays,
  programTokenFields,
} from '@deqiq/contract/machines/program-tokens.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as programTokenMessages from '@deqiq/messages/machines/program-tokens.js';
import * as texts from '@deqiq/messages/people/program-token-list.js';
import { Controller, useForm } from 'react-hook-form';
import { createProgramToken } from '../../../api/machines/program-tokens.ts';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/field/copy-field.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

interface AddTokenDialogProps {
  area: Role;
  onCreated: (created: ProgramTokenCreated) => void;
  onClose: () => void;
}

/** Asks for name, validity and password of a new token. */
export function AddTokenDialog({ area, onCreated, onClose }: AddTokenDialogProps) {
  const form = useForm({ defaultValues: { name: '', days: '90', password: '' } });
  const { submit, busy } = useSave({
    form,
    schema: programTokenFields,
    request: async (fields) => onCreated(await createProgramToken(area, fields)),
    successMessage: programTokenMessages.created(),
    errorMessage: programTokenMessages.failed(),
  });
  const { errors, isDirty } = form.formState;
  const days = programTokenDays.map((count) => ({
    value: String(count),
    label: texts.days({ days: count }),
  }));
  return (
    <FormDialog
      size="sm"
      title={texts.addTitle()}
      save={texts.create()}
      onSubmit={submit}
      onClose={onClose}
      dirty={isDirty}
      busy={busy}
    >
      <Field label={texts.name()} hint={texts.nameHint()} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label={texts.validity()} required error={errors.days?.message}>
        <Controller
          name="days"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Select name="days" value={value} onChange={onChange} options={days} />
          )}
        />
      </Field>
      <Field label={texts.password()} required error={errors.password?.message}>
        <PasswordInput {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}

interface CreatedTokenDialogProps {
  created: ProgramTokenCreated;
  /** Of DICOMweb. */
  address: string;
  onClose: () => void;
}

/** A token, which the server shows once, and where its program sends it. */
export function CreatedTokenDialog({ created, address, onClose }: CreatedTokenDialogProps) {
  useCloseOnBack(true, onClose);
  const renderCopyField = (label: string, text: string) => (
    <CopyField
      label={label}
      text={text}
      copyLabel={texts.copy({ what: label })}
      copied={texts.copied()}
      failed={texts.copyFailed()}
    />
  );
  return (
    <Dialog
      open
      title={texts.shownTitle()}
      description={created.programToken.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.done()}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-desk text-muted">{texts.shownOnce()}</p>
        {renderCopyField(texts.token(), created.token)}
        {renderCopyField(texts.address(), address)}
        <p className="text-desk text-muted">
          {`${texts.header()} `}
          <code className="text-note text-text wrap-anywhere">Authorization: Bearer …</code>
        </p>
      </div>
    </Dialog>
  );
}
