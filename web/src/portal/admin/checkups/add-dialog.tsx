import { createCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/office/checkups.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { createCheckup as sendCheckup } from '../../../api/examinations/checkups.ts';
import { personName } from '../../../lib/format.ts';
import { Combobox } from '../../../ui/field/combobox/combobox.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { PartnerField } from '../form/partner-field.tsx';
import { UnsavedInput } from '../form/unsaved-input.tsx';
import { type CheckupDetails, ExaminationFields, NameFields } from './checkup-fields.tsx';
import { askAboutPatient, findOtherPatients, settleDoubt } from './files/patient-doubt.ts';
import { ChosenFiles } from './files/upload/chosen-files.tsx';
import { TotalProgress } from './files/upload/total-progress.tsx';
import { useUpload } from './files/upload/use-upload.ts';
import { prefill, useTypedName } from './prefill.ts';

type Values = CheckupDetails & { partner: string };

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
  const upload = useUpload(undefined, (header) => prefill(form, header));
  const patient = useTypedName(form.control);
  const named = useRef<readonly string[]>([]);
  const [partner, setPartner] = useState<PartnerReference | null>(null);
  const { submit, busy } = useSave({
    form,
    schema: rulesWith(upload.selections.length),
    confirmation: (values) => {
      named.current = findOtherPatients(upload, values);
      if (named.current.length > 0) return askAboutPatient(values, named.current);
      return {
        title: formTexts.areYouSure(),
        text: texts.createQuestion({
          patient: personName(values),
          partner: partner ? personName(partner) : '',
          count: upload.selections.length,
        }),
      };
    },
    request: async ({ status: _, ...values }) => {
      const answer = await upload.send((xrayFiles) => sendCheckup({ ...values, xrayFiles }));
      await settleDoubt(answer.checkup, named.current);
    },
    successMessage: checkupMessages.created(),
    errorMessage: checkupMessages.createFailed(),
    onSaved: onClose,
  });
  const close = async () => {
    if (await upload.mayClose()) onClose();
  };
  return (
    <FormDialog
      onClose={() => void close()}
      title={texts.add()}
      size="lg"
      save={texts.add()}
      onSubmit={submit}
      dirty={form.formState.isDirty || upload.selections.length > 0 || upload.isAdding}
      busy={busy}
      isReading={upload.isAdding}
      stoppable={!upload.isSaving}
      footerExtra={<TotalProgress upload={upload} />}
    >
      <UnsavedInput
        form={form}
        name="checkup new"
        partner={{ value: partner, onPick: setPartner }}
      />
      <PartnerField form={form} partner={partner} onPick={setPartner}>
        {(picker) => <Combobox {...picker} placeholder={texts.searchPartners()} />}
      </PartnerField>
      <NameFields form={form} />
      <ExaminationFields form={form} control={form.control} />
      <div className="sm:col-span-2">
        <ChosenFiles upload={upload} label={texts.xrayFiles()} patient={patient} />
      </div>
    </FormDialog>
  );
}

/** The contract's rules and at least one selected file, which is uploaded later. */
function rulesWith(fileCount: number) {
  return createCheckup
    .omit({ xrayFiles: true })
    .refine(() => fileCount > 0, { path: ['xrayFiles'], error: checkupMessages.filesMissing });
}
