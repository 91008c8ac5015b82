import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as texts from '@deqiq/messages/office/booking.js';
import { useQuery } from '@tanstack/react-query';
import { appointmentsQuery } from '../../../../api/referrals/appointments.ts';
import { listFreePeriods, listOpenPeriods, listStarts } from '../times/periods.ts';
import { findFirstMinute, formatTime, normalizeTime } from '../times/times.ts';

type Search = {
  hours: OpeningHours;
  device: string;
  day: string;
  minutes: number;
  /** An appointment that is moved. */
  except: string | undefined;
};

type FreeTimesProps = {
  /** `HH:MM`. */
  times: readonly string[];
  /** The typed time. */
  value: string;
  onPick: (time: string) => void;
};

/** Free times of a machine on a day; a press takes one. */
export function FreeTimes({ times, value, onPick }: FreeTimesProps) {
  return (
    <fieldset className="grid gap-1.5 sm:col-span-2">
      <legend className="mb-1.5 text-desk font-medium">{texts.freeTimes()}</legend>
      {times.length === 0 && <p className="text-note text-muted">{texts.noFreeTimes()}</p>}
      <div className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto p-0.5">
        {times.map((time) => (
          <button
            key={time}
            type="button"
            aria-pressed={normalizeTime(value) === time}
            onClick={() => onPick(time)}
            className="min-h-9 rounded-chip border border-line px-2.5 text-note tabular-nums hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-hover pointer-coarse:min-h-11"
          >
            {time}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** `HH:MM`; undefined while they load, or where day or minutes are not complete. */
export function useFreeTimes({ hours, device, day, minutes, except }: Search) {
  const isComplete = /^\d{4}-\d{2}-\d{2}$/.test(day) && minutes > 0 && device !== '';
  const query = useQuery({ ...appointmentsQuery(day, day), enabled: isComplete });
  if (!isComplete || !query.data || query.isPlaceholderData) return undefined;
  const open = listOpenPeriods(hours, device, day);
  const free = listFreePeriods({ open, appointments: query.data, device, day, except });
  return listStarts(free, { minutes, after: findFirstMinute(day) }).map(formatTime);
}
