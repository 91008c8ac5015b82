import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { assignStudy, type IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import * as texts from '@deqiq/messages/office/intake.js';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as api from '../../../api/machines/intake.ts';
import { formatDay, fullName, personName } from '../../../lib/format.ts';
import { SearchSelect } from '../../../ui/field/combobox/search-select.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { assignWithQuestion, studyName, undo } from './study-actions.ts';

/** Assigns a study to any examination. Open as long as it is mounted. */
export function AssignDialog({ study, onClose }: { study: IntakeStudy; onClose: () => void }) {
  const form = useForm({ defaultValues: { checkup: '' } });
  const { field, fieldState } = useController({ name: 'checkup', control: form.control });
  const [checkup, setCheckup] = useState<Checkup | null>(null);
  const { submit, busy } = useSave({
    form,
    schema: assignStudy,
    request: async () => {
      if (!checkup) return;
      const answer = await assignWithQuestion(study, checkup);
      const text = `${intakeMessages.assigned()}: ${fullName(checkup) || checkup.code}`;
      toast.success(text, { label: texts.undo(), run: () => void undo(answer.study) });
    },
    errorMessage: intakeMessages.assignFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={texts.assignTitle()}
      description={texts.studyOf({ patient: studyName(study) })}
      save={texts.assign()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <Field label={texts.examination()} required error={fieldState.error?.message}>
        <SearchSelect
          ref={field.ref}
          value={checkup}
          onChange={(picked) => {
            setCheckup(picked);
            field.onChange(picked?._id ?? '');
          }}
          searchKey={['admin', 'checkups', 'picker']}
          search={api.searchExaminations}
          itemKey={({ _id }) => _id}
          itemLabel={toOption}
          placeholder={texts.selectExamination()}
          searchPlaceholder={texts.searchByPatient()}
          emptyText={texts.noExaminations()}
        />
      </Field>
    </FormDialog>
  );
}

/** Begins with the values that distinguish examinations: a phone cuts off the end. */
const toOption = (checkup: Checkup): string =>
  [
    fullName(checkup) || personName(checkup.partner),
    checkup.code,
    formatDay(checkup.startDate ?? checkup.createdAt, checkup.startDate ? 'calendar' : 'instant'),
    translateExaminationName(checkup.name),
  ]
    .filter(Boolean)
    .join(' · ');
