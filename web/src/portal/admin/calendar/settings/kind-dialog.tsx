import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import * as deviceTexts from '@deqiq/messages/office/devices.js';
import * as kindMessages from '@deqiq/messages/referrals/kinds.js';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { createKind, depositsQuery, updateKind } from '../../../../api/referrals/kinds.ts';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { Select } from '../../../../ui/field/select.tsx';
import { TextArea, TextInput } from '../../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../../ui/form/use-save.ts';
import { toOptions } from '../../referrals/referral-words.ts';
import { listActive, type Machine } from '../times/use-machines.ts';
import { type KindValues, kindRules, toKindBody, toKindValues } from './kind-form.ts';

type KindDialogProps = {
  /** The kind to edit; without it one is added. */
  kind?: Kind | undefined;
  machines: readonly Machine[];
  onClose: () => void;
};

/** Adds a kind of examination, or edits one. Open as long as it is mounted. */
export function KindDialog({ kind, machines, onClose }: KindDialogProps) {
  const form = useForm<KindValues>({ defaultValues: toKindValues(kind) });
  const { submit, busy } = useSave({
    form,
    schema: kindRules,
    request: (parsed) =>
      kind ? updateKind(kind, toKindBody(parsed)) : createKind(toKindBody(parsed)),
    successMessage: kind ? kindMessages.saved() : kindMessages.created(),
    errorMessage: texts.saveFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={kind ? texts.editKind() : texts.addKind()}
      save={kind ? texts.save() : texts.addKind()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      <MainFields form={form} />
      <MachineBoxes form={form} machines={listOffered(machines, kind)} />
      <Texts form={form} />
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturn<KindValues> };

function MainFields({ form }: FieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Controller
        name="examination"
        control={form.control}
        render={({ field, fieldState }) => (
          <Field
            label={texts.examination()}
            required
            error={fieldState.error?.message}
            className="sm:col-span-2"
          >
            <Select
              name="examination"
              value={field.value}
              onChange={field.onChange}
              options={toOptions(examinationTexts)}
            />
          </Field>
        )}
      />
      <Field label={texts.minutes()} required error={errors.minutes?.message}>
        <TextInput {...register('minutes')} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field label={texts.price()} hint={texts.priceHint()} error={errors.price?.message}>
        <TextInput {...register('price')} inputMode="decimal" autoComplete="off" />
      </Field>
      <DepositField form={form} />
    </>
  );
}

/** Hidden while no payment page is configured, unless the kind has a deposit, which then has to be removed. */
function DepositField({ form: { register, formState } }: FieldsProps) {
  const takesDeposits = useQuery(depositsQuery).data;
  if (!takesDeposits && !formState.defaultValues?.deposit) return null;
  return (
    <Field
      label={texts.deposit()}
      hint={takesDeposits ? texts.depositHint() : kindMessages.noPaymentPage()}
      error={formState.errors.deposit?.message}
      className="sm:col-span-2"
    >
      <TextInput {...register('deposit')} inputMode="decimal" autoComplete="off" />
    </Field>
  );
}

/** Active machines, and those of the kind that were revoked since: saving does not take them away unseen. */
function listOffered(machines: readonly Machine[], kind: Kind | undefined): Machine[] {
  const active = listActive(machines);
  return machines.filter(
    (machine) => active.includes(machine) || kind?.machines.includes(machine._id),
  );
}

function MachineBoxes({ form, machines }: FieldsProps & { machines: readonly Machine[] }) {
  const { errors } = form.formState;
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-desk font-medium">{texts.machines()}</legend>
      <div className="flex flex-wrap gap-x-6">
        {machines.map(({ _id, name, revokedAt }) => (
          <Checkbox
            key={_id}
            label={revokedAt ? `${name} (${deviceTexts.revoked()})` : name}
            value={_id}
            {...form.register('machines')}
          />
        ))}
      </div>
      {errors.machines && <p className="text-note text-danger">{errors.machines.message}</p>}
      <p className="text-note text-muted">
        {machines.length > 0 ? texts.machinesHint() : texts.noDevices()}
      </p>
    </fieldset>
  );
}

const nameFields = [
  { name: 'nameAz', label: texts.nameAz, lang: 'az' },
  { name: 'nameRu', label: texts.nameRu, lang: 'ru' },
  { name: 'nameEn', label: texts.nameEn, lang: 'en' },
] as const;

const preparationFields = [
  { name: 'preparationAz', label: texts.preparationAz, lang: 'az' },
  { name: 'preparationRu', label: texts.preparationRu, lang: 'ru' },
  { name: 'preparationEn', label: texts.preparationEn, lang: 'en' },
] as const;

/** The name and the preparation in each language. */
function Texts({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      {nameFields.map(({ name, label, lang }) => (
        <Field
          key={name}
          label={label()}
          required
          error={errors[name]?.message}
          className="sm:col-span-2"
        >
          <TextInput {...register(name)} lang={lang} autoComplete="off" />
        </Field>
      ))}
      {preparationFields.map(({ name, label, lang }) => (
        <Field key={name} label={label()} error={errors[name]?.message} className="sm:col-span-2">
          <TextArea {...register(name)} lang={lang} rows={2} />
        </Field>
      ))}
    </>
  );
}
