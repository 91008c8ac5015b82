import { periodQuery } from '@deqiq/contract/desk/month.ts';
import * as listTexts from '@deqiq/messages/office/list.js';
import * as texts from '@deqiq/messages/office/month.js';
import { useForm } from 'react-hook-form';
import { savePeriod } from '../../../api/desk/month.ts';
import { listMonthDays } from '../../../lib/month-days.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { DateField } from '../form/date-field.tsx';

/** Saves the figures of any days as a workbook; by default those of the month on the screen. */
export function ExportDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const form = useForm({ defaultValues: listMonthDays(month) });
  const { submit, busy } = useSave({
    form,
    schema: periodQuery,
    request: savePeriod,
    errorMessage: listTexts.exportFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="sm"
      title={texts.exportTitle()}
      description={texts.exportHint()}
      save={texts.save()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      <DateField control={form.control} name="from" label={texts.from()} required />
      <DateField control={form.control} name="to" label={texts.to()} required />
    </FormDialog>
  );
}
