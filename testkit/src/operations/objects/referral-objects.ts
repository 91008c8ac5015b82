import type { AppointmentAnswer } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { FoundBooking, FreeSlots } from '@deqiq/contract/referrals/booking/booking.ts';
import {
  addDevice,
  findDevice,
  findFreeTime,
  findKind,
  findOfferedKind,
  reserve,
  someTime,
} from '../../http/booking.ts';
import { type ReferralClinic, referralCalls, someReferral } from '../../http/referrals.ts';
import type { ObjectContext } from './object-context.ts';

/** Patients and referrals, in the states that operations need. */
export function createReferralObjects({ world, people, findOrCreate }: ObjectContext) {
  const admin = () => people.admin.client;
  const calls = () => referralCalls({ admin: admin(), db: world.db }, people.partner.client);
  const send = async () => (await calls().send())._id;
  const sendIn = async (state: Parameters<ReferralClinic['setState']>[1]) => {
    const id = await send();
    await calls().accept(id);
    await calls().setState(id, state);
    return id;
  };
  const addPatient = async (): Promise<string> => {
    const answer = await admin().post('/api/admin/patients', someReferral().patient);
    return answer.ok<{ patient: { _id: string } }>().patient._id;
  };
  const addAppointment = async (at: { device: string; startsAt: string }): Promise<string> => {
    const fields = { kind: await findOrCreate('kind'), patient: await addPatient() };
    const answer = await admin().post('/api/admin/appointments', { ...fields, ...at });
    return answer.ok<AppointmentAnswer>().appointment._id;
  };
  return {
    referral: send,
    ownReferral: send,
    acceptedReferral: () => sendIn('accepted'),
    bookedReferral: () => sendIn('booked'),
    examinationToRead: async () =>
      (await calls().examine(await calls().send({ reportWanted: true }))).checkupId,
    patient: addPatient,
    otherPatient: addPatient,
    survivor: addPatient,
    appointment: async () =>
      addAppointment({ device: await findDevice(admin()), startsAt: someTime() }),
    async missedAppointment(): Promise<string> {
      // Its own machine: all of them are today.
      const device = await addDevice(admin());
      const id = await addAppointment({ device, startsAt: findThisMinute() });
      (await admin().post(`/api/admin/appointments/${id}/missed`)).ok();
      return id;
    },
    machine: () => findDevice(admin()),
    kind: () => findKind(admin()),
    offeredKind: () => findOfferedKind(admin()),
    freeTime: async () => findFreeTime(world.visitor, await findOrCreate('offeredKind')),
    /** To the booked token, of a time that staff booked and freed. */
    async offer(): Promise<string> {
      const path = `/api/misc/booking/${await findOrCreate('bookedToken')}`;
      // Appointments of other operations have waited longer.
      const none = { waiting_since: null, waiting_before: null };
      await world.db.updateTable('appointments').set(none).execute();
      (await world.visitor.post(`${path}/waiting`)).ok();
      const kind = await findOfferedKind(admin());
      const fields = { kind, device: await findDevice(admin()), patient: await addPatient() };
      const slots = await world.visitor.get(`/api/misc/booking/slots?kind=${kind}&days=31`);
      const [startsAt] = slots.ok<FreeSlots>().days.flatMap((day) => day.slots);
      const booked = await admin().post('/api/admin/appointments', { ...fields, startsAt });
      const { appointment } = booked.ok<AppointmentAnswer>();
      (await admin().delete(`/api/admin/appointments/${appointment._id}`)).ok();
      return (await world.visitor.get(path)).ok<FoundBooking>().offer?._id ?? '';
    },
    bookingToken: () => reserve(world.visitor),
    async bookedToken(): Promise<string> {
      const booking = await reserve(world.visitor);
      const kind = await findOfferedKind(admin());
      const startsAt = await findFreeTime(world.visitor, kind);
      (await world.visitor.post('/api/misc/booking', { booking, kind, startsAt })).ok();
      return booking;
    },
  };
}

/** A record that is merged into another one. */
export async function addAlias({ people }: ObjectContext, survivor: string): Promise<string> {
  const { client } = people.admin;
  const answer = await client.post('/api/admin/patients', someReferral().patient);
  const { _id: other } = answer.ok<{ patient: { _id: string } }>().patient;
  (await client.post(`/api/admin/patients/${survivor}/merge`, { other })).ok();
  return other;
}

const findThisMinute = (): string => `${new Date().toISOString().slice(0, 16)}:00.000Z`;
