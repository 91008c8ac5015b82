import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as texts from '@deqiq/messages/office/booking.js';
import { useEffect, useRef } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../../ui/field/field.tsx';
import { Select } from '../../../../ui/field/select.tsx';
import { TextInput } from '../../../../ui/field/text-input.tsx';
import { DateField } from '../../form/date-field.tsx';
import { findMachine, isMadeAt, nameKind } from '../times/kinds.ts';
import type { Machine } from '../times/use-machines.ts';
import type { BookingValues } from './booking-form.ts';
import { FreeTimes, useFreeTimes } from './free-times.tsx';

export type Choices = {
  readonly machines: readonly Machine[];
  readonly kinds: readonly Kind[];
  readonly hours: OpeningHours;
};

type TimeFieldsProps = {
  form: UseFormReturn<BookingValues>;
  choices: Choices;
  /** The id of an appointment that is moved. */
  moved: string | undefined;
};

/** Kind, machine, day and hour, and the times that are free. */
export function TimeFields({ form, choices, moved }: TimeFieldsProps) {
  const { register, formState, watch, setValue } = form;
  const { errors } = formState;
  const { device, day, time, minutes } = watch();
  const times = useFreeTimes({
    hours: choices.hours,
    device,
    day,
    minutes: Number(minutes) || 0,
    except: moved,
  });
  const first = times?.[0];
  const isDecided = useRef(time !== '');
  // The first free time is proposed until one is typed or pressed.
  useEffect(() => {
    if (first && !isDecided.current) setValue('time', first);
  }, [first, setValue]);

  function decide(): void {
    isDecided.current = true;
  }

  return (
    <>
      <KindField form={form} choices={choices} />
      <MachineField form={form} choices={choices} />
      <DateField control={form.control} name="day" label={texts.day()} required />
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.time()} required error={errors.time?.message}>
          <TextInput
            {...register('time', { onChange: decide })}
            inputMode="numeric"
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field label={texts.minutes()} required error={errors.minutes?.message}>
          <TextInput
            {...register('minutes')}
            inputMode="numeric"
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
      </div>
      {times && (
        <FreeTimes
          times={times}
          value={time}
          onPick={(picked) => {
            decide();
            setValue('time', picked, { shouldDirty: true });
          }}
        />
      )}
    </>
  );
}

type ChoiceProps = Pick<TimeFieldsProps, 'form' | 'choices'>;

/** A kind sets its minutes, and its machine unless that of the form is one of them. */
function KindField({ form, choices: { kinds, machines } }: ChoiceProps) {
  function pick(id: string): void {
    form.setValue('kind', id, { shouldDirty: true });
    const kind = kinds.find(({ _id }) => _id === id);
    if (!kind) return;
    form.setValue('minutes', String(kind.minutes));
    const machine = findMachine(kind, machines);
    if (machine && !isMadeAt(kind, form.getValues('device'))) form.setValue('device', machine._id);
  }
  return (
    <Controller
      name="kind"
      control={form.control}
      render={({ field, fieldState }) => (
        <Field label={texts.kind()} required error={fieldState.error?.message}>
          <Select
            name="kind"
            value={field.value}
            onChange={pick}
            options={kinds.map((kind) => ({ value: kind._id, label: nameKind(kind) }))}
          />
        </Field>
      )}
    />
  );
}

function MachineField({ form, choices: { kinds, machines } }: ChoiceProps) {
  const kind = kinds.find(({ _id }) => _id === form.watch('kind'));
  return (
    <Controller
      name="device"
      control={form.control}
      render={({ field, fieldState }) => (
        <Field
          label={texts.machine()}
          required
          hint={kind && field.value && !isMadeAt(kind, field.value) ? texts.otherMachine() : ''}
          error={fieldState.error?.message}
        >
          <Select
            name="device"
            value={field.value}
            onChange={field.onChange}
            options={machines.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        </Field>
      )}
    />
  );
}
