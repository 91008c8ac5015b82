import type { MachineHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import * as hoursMessages from '@deqiq/messages/referrals/opening-hours.js';
import { useForm } from 'react-hook-form';
import { changeOpeningHours } from '../../../../api/referrals/opening-hours.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../../ui/form/use-save.ts';
import type { Machine } from '../times/use-machines.ts';
import { DatesField } from './dates-field.tsx';
import { type HoursValues, rulesFor, toHoursValues, WEEKDAYS } from './hours-form.ts';
import { WorkdayField } from './workday-field.tsx';

type HoursDialogProps = {
  machine: Machine;
  hours: MachineHours | undefined;
  onClose: () => void;
};

/** The week and the days off of one machine. Open as long as it is mounted. */
export function HoursDialog({ machine, hours, onClose }: HoursDialogProps) {
  const form = useForm<HoursValues>({ defaultValues: toHoursValues(hours) });
  const { submit, busy } = useSave({
    form,
    schema: rulesFor(machine._id),
    request: (parsed) =>
      changeOpeningHours((current) => ({
        ...current,
        machines: [...current.machines.filter(({ device }) => device !== machine._id), parsed],
      })),
    successMessage: hoursMessages.saved(),
    errorMessage: texts.saveFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="lg"
      title={texts.editHours({ machine: machine.name })}
      save={texts.save()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      <Button
        size="sm"
        variant="outline"
        onClick={() => copyFirstDay(form)}
        className="justify-self-start sm:col-span-2"
      >
        {texts.copyDay()}
      </Button>
      {WEEKDAYS.map((weekday) => (
        <WorkdayField key={weekday} form={form} weekday={weekday} />
      ))}
      <DatesField control={form.control} name="daysOff" label={texts.daysOff()} />
    </FormDialog>
  );
}

/** The times of the first open day, for all open days. */
function copyFirstDay(form: ReturnType<typeof useForm<HoursValues>>): void {
  const days = form.getValues('days');
  const first = days.find(({ isOpen }) => isOpen);
  if (!first) return;
  const { from, to, breaks } = first;
  const copies = days.map((day) =>
    day.isOpen ? { isOpen: true, from, to, breaks: structuredClone(breaks) } : day,
  );
  form.setValue('days', copies, { shouldDirty: true });
}
