import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { shareDays } from '@deqiq/contract/examinations/share-limits.ts';
import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/shares/share-dialog.js';
import { type SubmitEvent, useState } from 'react';
import { createShare } from '../../api/examinations/shares.ts';
import { describeError } from '../../api/http/http-error.ts';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { Field } from '../../ui/field/field.tsx';
import { Select } from '../../ui/field/select.tsx';
import { TextInput } from '../../ui/field/text-input.tsx';
import { useSingleFlight } from '../../ui/form/use-single-flight.ts';

type ShareFormProps = {
  formId: string;
  checkup: Checkup;
  area: Role;
  setBusy: (busy: boolean) => void;
  onCreated: (created: ShareAnswer) => void;
};

export function ShareForm({ formId, checkup, area, setBusy, onCreated }: ShareFormProps) {
  const all = [...checkup.xrayFileLinks, ...checkup.fileLinks];
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('7');
  const [pin, setPin] = useState(true);
  const [files, setFiles] = useState<ReadonlySet<string>>(new Set(all.map(({ id }) => id)));
  const [error, setError] = useState<string>();

  const submit = useSingleFlight(async () => {
    setBusy(true);
    setError(undefined);
    try {
      const fields = { label, days: Number(days), pin, files: [...files] };
      onCreated(await createShare(area, checkup._id, fields));
    } catch (failure) {
      setError(describeError(failure, texts.createFailed()));
    } finally {
      setBusy(false);
    }
  });

  const toggle = (id: string, isSelected: boolean) => {
    const next = new Set(files);
    if (isSelected) next.add(id);
    else next.delete(id);
    setFiles(next);
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      <p className="text-desk text-muted sm:col-span-2">{texts.about()}</p>
      <Field label={texts.label()} hint={texts.labelHint()}>
        <TextInput
          value={label}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
      </Field>
      <Field label={texts.duration()}>
        <Select
          value={days}
          onChange={setDays}
          options={shareDays.map((days) => ({ value: String(days), label: texts.days({ days }) }))}
        />
      </Field>
      <div className="sm:col-span-2">
        <Checkbox
          label={texts.protect()}
          checked={pin}
          onChange={(event) => setPin(event.target.checked)}
        />
        <p className="text-note text-muted">{texts.pinHint()}</p>
      </div>
      {all.length > 1 && (
        <fieldset className="grid sm:col-span-2">
          <legend className="text-desk font-medium">
            {texts.files({ selected: files.size, all: all.length })}
          </legend>
          <div className="grid max-h-48 overflow-y-auto">
            {all.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={<span className="wrap-anywhere">{name}</span>}
                checked={files.has(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {error && (
        <p role="alert" className="text-desk text-danger sm:col-span-2">
          {error}
        </p>
      )}
    </form>
  );
}
