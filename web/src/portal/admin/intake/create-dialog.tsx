import {
  createFromStudy,
  type IntakeStudy,
  intakeMessages,
  splitPatientName,
} from '@deqiq/contract/intake.ts';
import type { PartnerReference } from '@deqiq/contract/partners.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as api from '../../../api/intake.ts';
import { personName } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';
import { SearchSelect } from '../../../ui/field/search-select.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { findExaminationName } from '../checkups/files/examination-name.ts';
import { PartnerField } from '../form/partner-field.tsx';
import { nameOf, undo } from './study-actions.ts';

/** Creates a completed examination with the files of a study. Open as long as it is mounted. */
export function CreateDialog({ study, onClose }: { study: IntakeStudy; onClose: () => void }) {
  const form = useForm({ defaultValues: valuesOf(study) });
  const [partner, setPartner] = useState<PartnerReference | null>(null);
  const { errors } = form.formState;
  const { submit, busy } = useSave({
    form,
    schema: createFromStudy,
    request: async (parsed) => {
      const answer = await api.createFromStudy(study, parsed);
      const text = `${intakeMessages.created}: ${personName(parsed)}`;
      toast.success(text, { label: 'Undo', run: () => void undo(answer.study) });
    },
    errorMessage: intakeMessages.createFailed,
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Create Examination"
      description={`From the study of ${nameOf(study)}`}
      save="Create Examination"
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <PartnerField form={form} partner={partner} onPick={setPartner}>
        {(picker) => (
          <SearchSelect
            {...picker}
            placeholder="Select a partner"
            searchPlaceholder="Search partners..."
          />
        )}
      </PartnerField>
      <Field label="First Name" required error={errors.firstName?.message}>
        <TextInput {...form.register('firstName')} autoComplete="off" />
      </Field>
      <Field label="Last Name" required error={errors.lastName?.message}>
        <TextInput {...form.register('lastName')} autoComplete="off" />
      </Field>
      <Field label="Examination" error={errors.name?.message} className="sm:col-span-2">
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

/** What DICOM says. */
const valuesOf = ({ patientName, modalities }: IntakeStudy): api.NewExamination => ({
  partner: '',
  ...splitPatientName(patientName),
  name: findExaminationName(modalities.split(' ')[0] ?? '', ''),
});
