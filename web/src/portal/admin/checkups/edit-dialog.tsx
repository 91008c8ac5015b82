import {
  type Checkup,
  type CheckupStatus,
  checkupStatuses,
  mergeChunks,
} from '@deqiq/contract/examinations/checkups.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/office/checkups.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import { useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod';
import { changeCheckup } from '../../../api/examinations/checkups.ts';
import { linkPatient } from '../../../api/referrals/patients.ts';
import { personName } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { UnsavedInput } from '../form/unsaved-input.tsx';
import { LinkedPatientField, toPicked } from '../patients/linked-patient-field.tsx';
import { type CheckupDetails, ExaminationFields, NameFields } from './checkup-fields.tsx';
import { askAboutPatient, findOtherPatients, settleDoubt } from './files/patient-doubt.ts';
import { ChosenFiles } from './files/upload/chosen-files.tsx';
import { TotalProgress } from './files/upload/total-progress.tsx';
import { useUpload } from './files/upload/use-upload.ts';
import { checkupStatusLabels, listStatusOptions } from './filters.ts';
import { prefill, useTypedName } from './prefill.ts';

type Values = CheckupDetails & { status: CheckupStatus };

const { firstName, lastName, name, description, startDate, endDate } = mergeChunks.shape;
const rules = z.object({
  firstName,
  lastName,
  status: z.enum(checkupStatuses),
  name: name.unwrap(),
  description: description.unwrap(),
  startDate: startDate.unwrap(),
  endDate: endDate.unwrap(),
});

/** The dialog, open as long as it is mounted. A poll does not change the form. */
export function EditDialog({ checkup, onClose }: { checkup: Checkup; onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: toValues(checkup) });
  const upload = useUpload(checkup._id, (header) => prefill(form, header));
  const patient = useTypedName(form.control);
  const named = useRef<readonly string[]>([]);
  const [record, setRecord] = useState(() => toPicked(checkup));
  const isLinkChanged = record?._id !== checkup.patient?._id;
  const { submit, busy } = useSave({
    form,
    schema: rules,
    confirmation: (values) => {
      named.current = findOtherPatients(upload, values);
      if (named.current.length > 0) return askAboutPatient(values, named.current);
      return {
        title: formTexts.areYouSure(),
        text: texts.updateQuestion({
          patient: personName(values),
          status: checkupStatusLabels[values.status](),
          count: upload.selections.length,
        }),
      };
    },
    request: async (values) => {
      if (isLinkChanged) await linkPatient(checkup._id, record?._id ?? null);
      const answer = await upload.send((files) =>
        changeCheckup({ checkupId: checkup._id, ...values, files }),
      );
      await settleDoubt(answer.checkup, named.current);
    },
    successMessage: checkupMessages.updated(),
    errorMessage: checkupMessages.createFailed(),
    onSaved: onClose,
  });
  const close = async () => {
    if (await upload.mayClose()) onClose();
  };
  return (
    <FormDialog
      onClose={() => void close()}
      title={texts.edit()}
      description={describe(checkup)}
      size="lg"
      save={formTexts.saveChanges()}
      onSubmit={submit}
      dirty={
        form.formState.isDirty || isLinkChanged || upload.selections.length > 0 || upload.isAdding
      }
      busy={busy}
      isReading={upload.isAdding}
      stoppable={!upload.isSaving}
      footerExtra={<TotalProgress upload={upload} />}
    >
      <UnsavedInput form={form} name={`checkup ${checkup._id}`} />
      <NameFields form={form} />
      <Field label={texts.status()} className="sm:col-span-2">
        <Controller
          name="status"
          control={form.control}
          render={({ field }) => (
            <Select
              name="status"
              value={field.value}
              onChange={field.onChange}
              options={listStatusOptions()}
            />
          )}
        />
      </Field>
      <LinkedPatientField checkup={checkup} patient={record} onChange={setRecord} />
      <ExaminationFields form={form} control={form.control} />
      <div className="sm:col-span-2">
        <ChosenFiles upload={upload} label={texts.addXrayFiles()} patient={patient} />
      </div>
    </FormDialog>
  );
}

/** The code is what staff type as the accession number where a machine has no worklist. */
function describe({ partner, code }: Checkup): string {
  const doctor = personName(partner);
  return code ? texts.doctorAndCode({ doctor, code }) : texts.doctorOf({ doctor });
}

function toValues(checkup: Checkup): Values {
  return {
    firstName: checkup.firstName,
    lastName: checkup.lastName,
    name: checkup.name,
    description: checkup.description,
    startDate: checkup.startDate?.slice(0, 10) ?? '',
    endDate: checkup.endDate?.slice(0, 10) ?? '',
    status: checkup.status,
  };
}
