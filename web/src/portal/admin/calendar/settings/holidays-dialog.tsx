import * as texts from '@deqiq/messages/office/calendar-settings.js';
import * as hoursMessages from '@deqiq/messages/referrals/opening-hours.js';
import { useForm } from 'react-hook-form';
import { changeOpeningHours } from '../../../../api/referrals/opening-hours.ts';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../../ui/form/use-save.ts';
import { DatesField } from './dates-field.tsx';
import { type HolidayValues, holidayRules, toDates } from './hours-form.ts';

type HolidaysDialogProps = { holidays: readonly string[]; onClose: () => void };

/** Days on which all machines are closed. Open as long as it is mounted. */
export function HolidaysDialog({ holidays, onClose }: HolidaysDialogProps) {
  const form = useForm<HolidayValues>({ defaultValues: { holidays: toDates(holidays) } });
  const { submit, busy } = useSave({
    form,
    schema: holidayRules,
    request: (parsed) => changeOpeningHours((hours) => ({ ...hours, holidays: parsed })),
    successMessage: hoursMessages.saved(),
    errorMessage: texts.saveFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={texts.holidays()}
      description={texts.holidaysHint()}
      save={texts.save()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      <DatesField control={form.control} name="holidays" label={texts.holidays()} isLabelHidden />
    </FormDialog>
  );
}
