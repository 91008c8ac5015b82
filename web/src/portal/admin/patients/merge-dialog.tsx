import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import { otherPatient } from '@deqiq/contract/referrals/patients/patients.ts';
import * as listTexts from '@deqiq/messages/office/list.js';
import * as texts from '@deqiq/messages/office/patients.js';
import * as patientMessages from '@deqiq/messages/referrals/patients.js';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { mergePatients, searchPatients } from '../../../api/referrals/patients.ts';
import { personName } from '../../../lib/format.ts';
import { SearchSelect } from '../../../ui/field/combobox/search-select.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { askAboutMerge, undoMerge } from './merging.ts';
import { PatientFacts } from './patient-facts.tsx';
import { patientPicker } from './patient-picker.ts';

/** Joins another record of the same person to this one. Open as long as it is mounted. */
export function MergeDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const form = useForm({ defaultValues: { other: '' } });
  const { field, fieldState } = useController({ name: 'other', control: form.control });
  const [other, setOther] = useState<Patient | null>(null);
  const { submit, busy } = useSave({
    form,
    schema: otherPatient,
    confirmation: () => (other ? askAboutMerge(patient, other) : undefined),
    request: async () => {
      if (!other) return;
      await mergePatients(patient, other);
      toast.success(patientMessages.merged(), {
        label: listTexts.undo(),
        run: () => void undoMerge(patient, other),
      });
    },
    errorMessage: texts.mergeFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="lg"
      title={texts.mergeTitle()}
      description={`${personName(patient)} · ${patient.code}`}
      save={texts.merge()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Field
        label={texts.mergeOther()}
        required
        error={fieldState.error?.message}
        className="sm:col-span-2"
      >
        <SearchSelect<Patient>
          {...patientPicker()}
          // Without the record itself.
          search={async (text, signal) =>
            (await searchPatients(text, signal)).filter(({ _id }) => _id !== patient._id)
          }
          ref={field.ref}
          value={other}
          onChange={(picked) => {
            setOther(picked);
            field.onChange(picked?._id ?? '');
          }}
        />
      </Field>
      {other && (
        <>
          <Side heading={texts.mergeKept()} patient={patient} />
          <Side heading={texts.mergeGone()} patient={other} />
        </>
      )}
    </FormDialog>
  );
}

const Side = ({ heading, patient }: { heading: string; patient: Patient }) => (
  <section className="grid content-start gap-3 rounded-card border border-line bg-surface p-4">
    <p className="text-note text-muted">{heading}</p>
    <h3 className="text-title wrap-anywhere">{personName(patient)}</h3>
    <PatientFacts patient={patient} />
  </section>
);
