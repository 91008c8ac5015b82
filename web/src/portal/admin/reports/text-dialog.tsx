import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import {
  addAddendum as addendumFields,
  withdrawReport as withdrawFields,
} from '@deqiq/contract/reports/report-actions.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import { useForm } from 'react-hook-form';
import { addAddendum, withdrawReport } from '../../../api/reports/diagnostic-reports.ts';
import { Field } from '../../../ui/field/field.tsx';
import { TextArea } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';

type ReportDialogProps = { report: DiagnosticReport; onClose: () => void };

/** Adds a text to a signed report, which itself never changes. Open as long as it is mounted. */
export function AddendumDialog({ report, onClose }: ReportDialogProps) {
  const form = useForm({ defaultValues: { text: '' } });
  const { errors, isDirty } = form.formState;
  const { submit, busy } = useSave({
    form,
    schema: addendumFields,
    request: ({ text }) => addAddendum(report, text),
    successMessage: reportMessages.addendumAdded(),
    errorMessage: texts.addendumFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="sm"
      title={texts.addAddendum()}
      description={texts.addendumAbout()}
      save={texts.addAddendum()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Field label={texts.addendumText()} required error={errors.text?.message}>
        <TextArea {...form.register('text')} rows={5} />
      </Field>
    </FormDialog>
  );
}

/** Withdraws a signed report with a reason, which the doctor sees. Open as long as it is mounted. */
export function WithdrawDialog({ report, onClose }: ReportDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  const { submit, busy } = useSave({
    form,
    schema: withdrawFields,
    confirmation: () => ({
      title: texts.withdrawQuestion(),
      text: texts.withdrawAbout(),
      confirm: texts.withdraw(),
      danger: true,
    }),
    request: ({ reason }) => withdrawReport(report, reason),
    successMessage: reportMessages.withdrawn(),
    errorMessage: texts.withdrawFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="sm"
      title={texts.withdraw()}
      description={texts.withdrawAbout()}
      save={texts.withdraw()}
      onSubmit={submit}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Field label={texts.reason()} required error={errors.reason?.message}>
        <TextArea {...form.register('reason')} rows={3} />
      </Field>
    </FormDialog>
  );
}
