import {
  MACRO_NAME_MAX,
  type ReportMacro,
  reportMacroFields,
} from '@deqiq/contract/reports/report-macros.ts';
import { TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/report-macros.js';
import * as macroMessages from '@deqiq/messages/reports/report-macros.js';
import { useForm } from 'react-hook-form';
import { saveReportMacro } from '../../../../api/reports/report-macros.ts';
import { Field } from '../../../../ui/field/field.tsx';
import { TextArea, TextInput } from '../../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../../ui/form/use-save.ts';

type MacroFormProps = {
  /** undefined: a new one. */
  macro: ReportMacro | undefined;
  onClose: () => void;
};

/** A text of the author with its short name. Open as long as it is mounted. */
export function MacroForm({ macro, onClose }: MacroFormProps) {
  const { name = '', text = '' } = macro ?? {};
  const form = useForm({ defaultValues: { name, text } });
  const { errors, isDirty } = form.formState;
  const { submit, busy } = useSave({
    form,
    schema: reportMacroFields,
    request: (fields) => saveReportMacro(macro, fields),
    successMessage: macroMessages.saved(),
    errorMessage: texts.saveFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="sm"
      title={macro ? texts.edit() : texts.add()}
      save={texts.save()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Field label={texts.name()} hint={texts.nameHint()} required error={errors.name?.message}>
        <TextInput {...form.register('name')} maxLength={MACRO_NAME_MAX} autoCapitalize="none" />
      </Field>
      <Field
        label={texts.text()}
        hint={texts.textHint({ field: `{${texts.exampleField()}}` })}
        required
        error={errors.text?.message}
      >
        <TextArea {...form.register('text')} rows={5} maxLength={TEXT_MAX} />
      </Field>
    </FormDialog>
  );
}
