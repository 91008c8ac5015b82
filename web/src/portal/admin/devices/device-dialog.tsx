import {
  type Device,
  type DeviceKind,
  deviceFields,
  deviceKinds,
  type TokenAnswer,
} from '@deqiq/contract/machines/devices.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import * as texts from '@deqiq/messages/office/devices.js';
import { Controller, useForm } from 'react-hook-form';
import * as api from '../../../api/machines/devices.ts';
import { Field } from '../../../ui/field/field.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';

export const kindLabels: Readonly<Record<DeviceKind, () => string>> = {
  panoramic: texts.panoramic,
  cbct: texts.cbct,
  sensor: texts.sensor,
  scanner: texts.scanner,
  program: texts.program,
};

const listKinds = () => deviceKinds.map((value) => ({ value, label: kindLabels[value]() }));

type DeviceDialogProps = {
  /** The device to edit; without it one is added. */
  device?: Device | undefined;
  /** The AE title of a device that is added. */
  aeTitle?: string | undefined;
  /** Receives the token of a device that was added: the server shows it once. */
  onCreated: (created: TokenAnswer) => void;
  onClose: () => void;
};

/** Adds a device, or edits one. Open as long as it is mounted. */
export function DeviceDialog({ device, aeTitle = '', onCreated, onClose }: DeviceDialogProps) {
  const form = useForm({ defaultValues: toValues(device, aeTitle) });
  const { submit, busy } = useSave({
    form,
    schema: deviceFields,
    request: async (parsed) => {
      if (device) await api.updateDevice(device, parsed);
      else onCreated(await api.createDevice(parsed));
    },
    successMessage: device ? deviceMessages.saved() : deviceMessages.created(),
    errorMessage: device ? deviceMessages.saveFailed() : deviceMessages.createFailed(),
    ...(device && { onSaved: onClose }),
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      onClose={onClose}
      title={device ? texts.edit() : texts.add()}
      save={device ? texts.save() : texts.add()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
    >
      <Field label={texts.name()} required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label={texts.kind()} required error={errors.kind?.message}>
        <Controller
          name="kind"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Select name="kind" value={value} onChange={onChange} options={listKinds()} />
          )}
        />
      </Field>
      <Field label={texts.aeTitle()} hint={texts.aeTitleHint()} error={errors.aeTitle?.message}>
        <TextInput {...form.register('aeTitle')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        label={texts.addresses()}
        hint={texts.addressesHint()}
        error={errors.addresses?.message}
      >
        <TextInput {...form.register('addresses')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={texts.host()} hint={texts.hostHint()} error={errors.host?.message}>
        <TextInput {...form.register('host')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={texts.port()} error={errors.port?.message}>
        <TextInput {...form.register('port')} inputMode="numeric" autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

const toValues = (device: Device | undefined, aeTitle: string) => ({
  name: device?.name ?? '',
  kind: device?.kind ?? 'panoramic',
  aeTitle: device?.aeTitle ?? aeTitle,
  addresses: device?.addresses.join(' ') ?? '',
  host: device?.host ?? '',
  port: String(device?.port ?? ''),
});
