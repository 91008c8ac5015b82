import * as texts from '@deqiq/messages/office/booking.js';
import * as calendarTexts from '@deqiq/messages/office/calendar.js';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeError, isUnanswered } from '../../../../api/http/http-error.ts';
import * as api from '../../../../api/referrals/appointments.ts';
import { CloseOnBack } from '../../../../lib/history/close-on-back.ts';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../../ui/form/use-save.ts';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { ErrorPanel, Loader } from '../../../../ui/page/page-states.tsx';
import { listBookable, useMachines } from '../times/use-machines.ts';
import {
  type BookingPreset,
  type BookingValues,
  findBookedTime,
  nameBooked,
  personRules,
  timeRules,
  toBookingValues,
  toTimeBody,
} from './booking-form.ts';
import { NoKinds } from './no-kinds.tsx';
import { type BookedPerson, PersonField } from './person-field.tsx';
import { type Choices, TimeFields } from './time-fields.tsx';

type BookingDialogProps = { preset: BookingPreset; onClose: () => void };

/** Books a time or changes one. Open as long as it is mounted. */
export function BookingDialog({ preset, onClose }: BookingDialogProps) {
  const { machines, kinds, hours, error, refetch } = useMachines();
  if (machines && kinds && hours && kinds.length > 0) {
    const appointments = preset.subject?.type === 'appointment' ? [preset.subject.appointment] : [];
    const bookable = listBookable({ machines, kinds, hours, appointments });
    return (
      <BookingForm
        preset={preset}
        choices={{ machines: bookable, kinds, hours }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open title={texts.title()} onClose={onClose}>
      {kinds?.length === 0 ? (
        <NoKinds />
      ) : error ? (
        <ErrorPanel
          message={describeError(error, calendarTexts.listFailed())}
          onRetry={refetch}
          isUnanswered={isUnanswered(error)}
        />
      ) : (
        <Loader />
      )}
      <CloseOnBack close={onClose} />
    </Dialog>
  );
}

function BookingForm({ preset, choices, onClose }: BookingDialogProps & { choices: Choices }) {
  const { subject } = preset;
  const form = useForm<BookingValues>({ defaultValues: toBookingValues(preset, choices) });
  const [person, setPerson] = useState<BookedPerson | null>(null);
  const booked = findBookedTime(subject);
  const { submit, busy } = useSave({
    form,
    schema: subject ? timeRules : personRules,
    request: (parsed) => send(subject ?? person, toTimeBody(parsed)),
    successMessage: appointmentMessages.booked(),
    errorMessage: texts.failed(),
    onSaved: onClose,
  });

  function pick(picked: BookedPerson | null): void {
    setPerson(picked);
    if (picked?.type !== 'referral') return;
    const { kind, minutes } = toBookingValues(
      { ...preset, subject: picked, device: form.getValues('device') },
      choices,
    );
    form.setValue('kind', kind);
    form.setValue('minutes', minutes);
  }

  return (
    <FormDialog
      title={booked ? texts.moveTitle() : texts.title()}
      description={subject && nameBooked(subject)}
      save={texts.save()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      {!subject && <PersonField form={form} person={person} onPick={pick} />}
      <TimeFields form={form} choices={choices} moved={booked?._id} />
    </FormDialog>
  );
}

/** The rules have refused a form without a person. */
function send(
  subject: BookingPreset['subject'] | BookedPerson | null,
  time: api.AppointmentTimeBody,
): Promise<unknown> {
  switch (subject?.type) {
    case 'appointment':
      return api.moveAppointment(subject.appointment, time);
    case 'referral':
      return api.bookAppointment({ referral: subject.referral._id, ...time });
    case 'reservation':
      return api.bookAppointment({ reservation: subject.reservation._id, ...time });
    default:
      return api.bookAppointment({ patient: subject?.patient._id ?? '', ...time });
  }
}
