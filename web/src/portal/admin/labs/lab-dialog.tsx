import { createLab, type Lab, updateLab } from '@deqiq/contract/office/labs.ts';
import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import * as labMessages from '@deqiq/messages/office/labs.js';
import * as texts from '@deqiq/messages/office/labs-screen.js';
import * as listTexts from '@deqiq/messages/office/list.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as api from '../../../api/office/labs.ts';
import { personName } from '../../../lib/format.ts';
import { SearchSelect } from '../../../ui/field/combobox/search-select.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { DateField } from '../form/date-field.tsx';
import { PartnerField } from '../form/partner-field.tsx';
import { UnsavedInput } from '../form/unsaved-input.tsx';

const empty: api.LabForm = { title: '', partner: '', startDate: '', endDate: '' };

const toValues = ({ title, partner, startDate, endDate }: Lab): api.LabForm => ({
  title,
  partner: partner._id,
  startDate: startDate?.slice(0, 10) ?? '',
  endDate: endDate?.slice(0, 10) ?? '',
});

type LabDialogProps = {
  /** The order to edit; without it a new one is added. */
  lab?: Lab;
  onClose: () => void;
};

/** Adds a lab order, or edits one. Open as long as it is mounted. */
export function LabDialog({ lab, onClose }: LabDialogProps) {
  const form = useForm({ defaultValues: lab ? toValues(lab) : empty });
  const [partner, setPartner] = useState<PartnerReference | null>(lab?.partner ?? null);
  const { submit, busy } = useSave({
    form,
    schema: lab ? updateLab : createLab,
    confirmation: ({ title }) => {
      const values = { title, partner: partner ? personName(partner) : '' };
      return {
        title: texts.areYouSure(),
        text: lab ? texts.updateText(values) : texts.createText(values),
      };
    },
    request: (parsed) => (lab ? api.updateLab(lab, parsed) : api.createLab(parsed)),
    successMessage: lab ? labMessages.updated() : labMessages.created(),
    errorMessage: lab ? labMessages.updateFailed() : labMessages.createFailed(),
    onSaved: onClose,
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      onClose={onClose}
      title={lab ? texts.edit() : texts.add()}
      save={lab ? texts.update() : texts.create()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <UnsavedInput
        form={form}
        name={`lab ${lab?._id ?? 'new'}`}
        partner={{ value: partner, onPick: setPartner }}
      />
      <Field label={texts.name()} required error={errors.title?.message} className="sm:col-span-2">
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <PartnerField form={form} partner={partner} onPick={setPartner}>
        {(picker) => (
          <SearchSelect
            {...picker}
            placeholder={texts.choosePartner()}
            searchPlaceholder={listTexts.searchPartners()}
          />
        )}
      </PartnerField>
      <DateField control={form.control} name="startDate" label={texts.startDate()} required />
      <DateField control={form.control} name="endDate" label={texts.endDate()} required />
    </FormDialog>
  );
}
