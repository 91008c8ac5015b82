import { checkupMessages, createCheckup } from '@deqiq/contract/checkups.ts';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { searchPartners, createCheckup as sendCheckup } from '../../../api/checkups.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { personName } from '../../xrays/format.ts';
import { ChosenFiles, TotalProgress } from './chosen-files.tsx';
import { ExaminationFields, NameFields, type Particulars } from './particulars.tsx';
import { useUpload } from './use-upload.ts';

type PickedPartner = Awaited<ReturnType<typeof searchPartners>>[number];
type Values = Particulars & { partner: string };

const empty: Values = {
  partner: '',
  firstName: '',
  lastName: '',
  name: '',
  description: '',
  startDate: '',
  endDate: '',
};

/** The dialog, open as long as it is mounted. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: empty });
  const upload = useUpload();
  const [partner, setPartner] = useState<PickedPartner | null>(null);
  const { submit, busy } = useSave({
    form,
    schema: rulesWith(upload.selections.length),
    ask: (values) => ({
      title: 'Əminsiniz?',
      text: `${personName(values)} — ${partner ? personName(partner) : ''}: müayinə əlavə olunacaq (${upload.selections.length} fayl)`,
    }),
    send: ({ status: _, ...values }) =>
      upload.send((xrayFiles) => sendCheckup({ ...values, xrayFiles })),
    saved: checkupMessages.created,
    failed: checkupMessages.createFailed,
    onSaved: onClose,
  });
  const close = async () => {
    if (await upload.mayClose()) onClose();
  };
  return (
    <FormDialog
      onClose={() => void close()}
      title="Add Checkup"
      size="lg"
      save="Add Checkup"
      onSubmit={submit}
      busy={busy}
      stoppable
      foot={<TotalProgress upload={upload} />}
    >
      <Field
        label="Partner"
        required
        error={form.formState.errors.partner?.message}
        className="sm:col-span-2"
      >
        <Controller
          name="partner"
          control={form.control}
          render={({ field }) => (
            <Combobox
              ref={field.ref}
              value={partner}
              onChange={(picked) => {
                setPartner(picked);
                field.onChange(picked?._id ?? '');
                form.clearErrors('partner');
              }}
              search={searchPartners}
              itemKey={({ _id }) => _id}
              itemLabel={personName}
              placeholder="Search partners..."
            />
          )}
        />
      </Field>
      <NameFields form={form} />
      <ExaminationFields form={form} />
      <div className="sm:col-span-2">
        <ChosenFiles upload={upload} label="X-ray files" />
      </div>
    </FormDialog>
  );
}

/** The contract's rules, and at least one chosen file after them: its upload comes later. */
function rulesWith(fileCount: number) {
  return createCheckup
    .omit({ xrayFiles: true })
    .refine(() => fileCount > 0, { path: ['xrayFiles'], error: checkupMessages.filesMissing });
}
