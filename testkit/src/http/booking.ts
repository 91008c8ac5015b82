import { randomInt, randomUUID } from 'node:crypto';
import type { DeviceList, TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type { FreeSlots } from '@deqiq/contract/referrals/booking/booking.ts';
import type { Kind, KindAnswer, KindList } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import type { Referral, ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import { HOUR } from '@deqiq/contract/shared/time/durations.ts';
import type { Client } from '../client.ts';
import type { Ending, World } from '../world.ts';
import { newReferralClinic } from './referrals.ts';

/** A machine that makes volumes; returns its id. */
export async function addDevice(admin: Client, overrides: object = {}): Promise<string> {
  const aeTitle = randomUUID().slice(0, 16);
  const fields = { name: 'KLKT', kind: 'cbct', aeTitle, ...overrides };
  return (await admin.post('/api/admin/devices', fields)).ok<TokenAnswer>().device._id;
}

/** A machine that exists already, or else a new one. */
export async function findDevice(admin: Client): Promise<string> {
  const { devices } = (await admin.get('/api/admin/devices')).ok<DeviceList>();
  return devices.find(({ revokedAt }) => revokedAt === null)?._id ?? addDevice(admin);
}

/** The fields of a kind of examination. */
export const someKind = (machines: readonly string[], overrides: object = {}) => ({
  examination: 'cbct' as const,
  name: { az: 'KLKT', ru: 'КЛКТ', en: 'CBCT' },
  minutes: 30,
  price: 60.5,
  deposit: null as number | null,
  machines: [...machines],
  preparation: { az: 'Zinət əşyalarını çıxarın', ru: 'Снимите украшения', en: 'Remove jewellery' },
  ...overrides,
});

export async function addKind(
  admin: Client,
  machines: readonly string[],
  overrides: object = {},
): Promise<Kind> {
  const answer = await admin.post('/api/admin/kinds', someKind(machines, overrides));
  return answer.ok<KindAnswer>().kind;
}

/** A kind that exists already, or else a new one. */
export async function findKind(admin: Client): Promise<string> {
  const { kinds } = (await admin.get('/api/admin/kinds')).ok<KindList>();
  return (kinds[0] ?? (await addKind(admin, [])))._id;
}

/** From Monday to Friday 9 to 18, with a break from 13 to 14. */
export const someHours = (devices: readonly string[]): OpeningHours => ({
  holidays: ['2026-12-31'],
  machines: devices.map((device) => ({
    device,
    week: [1, 2, 3, 4, 5].map((day) => ({
      day,
      from: '09:00',
      to: '18:00',
      breaks: [{ from: '13:00', to: '14:00' }],
    })),
    daysOff: ['2026-12-02'],
  })),
});

export type Calendar = Awaited<ReturnType<typeof newCalendar>>;

/** A clinic with a partner who refers patients, and with a machine whose kind of examination is offered. */
export async function newCalendar(
  t: Ending,
  options: Parameters<typeof newReferralClinic>[1] = {},
) {
  const clinic = await newReferralClinic(t, options);
  const { admin } = clinic;
  const device = await addDevice(admin);
  const kind = await addKind(admin, [device]);
  (await admin.put('/api/admin/opening-hours', { hours: someHours([device]) })).ok();
  const reservation = await addReservation(clinic);
  return {
    ...clinic,
    device,
    kind,
    reservation,

    /** Books the person of the reservation. */
    book: (fields: object, client = admin) =>
      client.post('/api/admin/appointments', { kind: kind._id, device, reservation, ...fields }),

    /** A referral with this time. */
    async newBooked(startsAt: string): Promise<Referral> {
      const { _id: id } = await clinic.send();
      await clinic.accept(id);
      const answer = await clinic.step(id, 'book', { device, startsAt, minutes: kind.minutes });
      return answer.ok<ReferralAnswer>().referral;
    },
  };
}

/** Sends the public form; returns the token for one booking. */
export async function reserve(visitor: Client, overrides: object = {}): Promise<string> {
  const answer = await visitor.post(
    '/api/misc/reservation-application',
    someReservation(overrides),
  );
  return answer.ok<{ booking: string }>().booking;
}

/** A kind that the public can book: its machine is open. */
export async function findOfferedKind(admin: Client): Promise<string> {
  const device = await findDevice(admin);
  (await admin.put('/api/admin/opening-hours', { hours: someHours([device]) })).ok();
  const _id = await findKind(admin);
  (await admin.put(`/api/admin/kinds/${_id}`, someKind([device]))).ok();
  return _id;
}

/** The last one of a month, which no other test needs. */
export async function findFreeTime(visitor: Client, kind: string): Promise<string> {
  const answer = await visitor.get(`/api/misc/booking/slots?kind=${kind}&days=31`);
  return (
    answer
      .ok<FreeSlots>()
      .days.flatMap(({ slots }) => slots)
      .at(-1) ?? ''
  );
}

/** An hour after 2030 that no other call has, almost certainly. */
export const someTime = (): string =>
  new Date(Date.parse('2030-01-01T00:00:00Z') + randomInt(1_000_000) * HOUR).toISOString();

/** The fields of the public form. */
export const someReservation = (overrides: object = {}) => ({
  fullName: 'Aysel Quliyeva',
  email: 'aysel@example.az',
  phone: '+994 55 111 22 33',
  partnerFullName: 'Əliyev',
  ...overrides,
});

async function addReservation({ visitor, admin }: Pick<World, 'visitor' | 'admin'>) {
  await reserve(visitor);
  const list = await admin.get('/api/admin/applications/reservation');
  return list.ok<{ applications: { _id: string }[] }>().applications[0]?._id ?? '';
}
