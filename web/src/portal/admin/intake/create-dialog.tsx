import { findStudyName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { createFromStudy, type IntakeStudy } from '@deqiq/contract/machines/intake.ts';

import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import { splitPatientName } from '@deqiq/contract/shared/patient/full-name.ts';
import { isSamePerson, type TypedName } from '@deqiq/contract/shared/patient/same-person.ts';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import * as texts from '@deqiq/messages/office/intake.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as api from '../../../api/machines/intake.ts';
import { personName } from '../../../lib/format.ts';
import { SearchSelect } from '../../../ui/field/combobox/search-select.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { PartnerField } from '../form/partner-field.tsx';
import { askAboutStudy, studyName, undo } from './study-actions.ts';

/** Creates a completed examination with the files of a study. Open as long as it is mounted. */
export function CreateDialog({ study, onClose }: { study: IntakeStudy; onClose: () => void }) {
  const form = useForm({ defaultValues: toValues(study) });
  const [partner, setPartner] = useState<PartnerReference | null>(null);
  const { errors } = form.formState;
  const isOther = (typed: TypedName) => isSamePerson(typed, study.patientName) === false;
  const { submit, busy } = useSave({
    form,
    schema: createFromStudy,
    confirmation: (values) => (isOther(values) ? askAboutStudy(study, values) : undefined),
    request: async (parsed, values) => {
      const confirmed = isOther(values) && { confirmDifferentPatient: true };
      const answer = await api.createFromStudy(study, { ...parsed, ...confirmed });
      const text = `${intakeMessages.created()}: ${personName(parsed)}`;
      toast.success(text, { label: texts.undo(), run: () => void undo(answer.study) });
    },
    errorMessage: intakeMessages.createFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={texts.createTitle()}
      description={texts.fromStudyOf({ patient: studyName(study) })}
      save={texts.createTitle()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <PartnerField form={form} partner={partner} onPick={setPartner}>
        {(picker) => (
          <SearchSelect
            {...picker}
            placeholder={texts.selectPartner()}
            searchPlaceholder={texts.searchPartners()}
          />
        )}
      </PartnerField>
      <Field label={texts.firstName()} required error={errors.firstName?.message}>
        <TextInput {...form.register('firstName')} autoComplete="off" />
      </Field>
      <Field label={texts.lastName()} required error={errors.lastName?.message}>
        <TextInput {...form.register('lastName')} autoComplete="off" />
      </Field>
      <Field label={texts.examination()} error={errors.name?.message} className="sm:col-span-2">
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

/** Initial values from DICOM. */
const toValues = ({ patientName, modalities }: IntakeStudy): api.NewExamination => ({
  partner: '',
  ...splitPatientName(patientName),
  name: findStudyName(modalities),
});
