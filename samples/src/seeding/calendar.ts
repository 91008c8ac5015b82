import type { DeviceList } from '@deqiq/contract/machines/devices.ts';
import type { AppointmentAnswer } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Kind, KindAnswer } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { PatientAnswer } from '@deqiq/contract/referrals/patients/patients.ts';
import { MINUTE } from '@deqiq/contract/shared/time/durations.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { CalendarDay } from '../sample-data/calendar.ts';
import { sampleKinds, sampleMachines } from '../sample-data/kinds.ts';
import { referredPatient } from '../sample-data/office.ts';

interface CalendarOptions {
  readonly seed: number;
  readonly today: CalendarDay;
}

/** The first and the last hour in which appointments begin; every day is open then. */
const FIRST_HOUR = 10;
const LAST_HOUR = 14;
const BREAK_HOUR = 13;

/** Kinds of examination, opening hours, and the appointments of today and of the next two days. */
export async function fillCalendar(
  staff: ApiClient,
  { seed, today }: CalendarOptions,
): Promise<void> {
  for (const machine of sampleMachines) await staff.post('/api/admin/devices', machine);
  const { devices } = await staff.get<DeviceList>('/api/admin/devices');
  const kinds: Kind[] = [];
  for (const { on, ...kind } of sampleKinds) {
    const machines = devices.filter((device) => device.kind === on).map(({ _id }) => _id);
    kinds.push((await staff.post<KindAnswer>('/api/admin/kinds', { ...kind, machines })).kind);
  }
  await setHours(
    staff,
    devices.map(({ _id }) => _id),
    today,
  );
  const random = randomFrom(seed);
  for (const [index, share] of [60, 40, 20].entries())
    for (const { _id: device } of devices)
      await bookDay(staff, random, {
        day: today.minus(-index),
        device,
        kinds: kinds.filter(({ machines }) => machines.includes(device)),
        share,
      });
}

/** Every day from nine to six with a break, on Sundays from ten to three; closed on the next New Year. */
async function setHours(staff: ApiClient, devices: readonly string[], today: CalendarDay) {
  const weekdays = [1, 2, 3, 4, 5, 6].map((day) => ({
    day,
    from: '09:00',
    to: '18:00',
    breaks: [{ from: '13:00', to: '14:00' }],
  }));
  const week = [...weekdays, { day: 7, from: '10:00', to: '15:00', breaks: [] }];
  const year = Number(today.iso.slice(0, 4)) + 1;
  const machines = devices.map((device) => ({ device, week, daysOff: [] }));
  const hours = { holidays: [`${year}-01-01`, `${year}-01-02`], machines };
  await staff.call('PUT', '/api/admin/opening-hours', { hours });
}

interface DayOptions {
  readonly day: CalendarDay;
  readonly device: string;
  readonly kinds: readonly Kind[];
  /** Percent of the half hours that are taken. */
  readonly share: number;
}

/** Patients of one machine. Those whose time is over have come, or one in eight has not. */
async function bookDay(
  staff: ApiClient,
  random: Random,
  { day, device, kinds, share }: DayOptions,
): Promise<void> {
  for (let half = FIRST_HOUR * 2; half <= LAST_HOUR * 2 + 1; half += 1) {
    const kind = kinds[random.below(kinds.length)];
    const isBreak = Math.floor(half / 2) === BREAK_HOUR;
    if (!kind || isBreak || random.below(100) >= share) continue;
    const startsAt = new Date(Date.parse(`${day.iso}T00:00:00+04:00`) + half * 30 * MINUTE);
    const { firstName, lastName } = referredPatient(random);
    const phone = `+994 55 ${200 + random.below(700)} ${10 + random.below(90)} ${10 + random.below(90)}`;
    const person = { firstName, lastName, phone };
    const { patient } = await staff.post<PatientAnswer>('/api/admin/patients', person);
    const { appointment } = await staff.post<AppointmentAnswer>('/api/admin/appointments', {
      patient: patient._id,
      kind: kind._id,
      device,
      startsAt: startsAt.toISOString(),
    });
    if (startsAt.getTime() > Date.now()) continue;
    const move = random.below(8) === 0 ? 'missed' : 'arrive';
    await staff.post(`/api/admin/appointments/${appointment._id}/${move}`, {});
  }
}
