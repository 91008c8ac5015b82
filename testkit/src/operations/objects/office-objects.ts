import type { Lab } from '@deqiq/contract/office/labs.ts';
import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import type { Client } from '../../client.ts';
import { picture } from '../../documents/pictures.ts';
import { askForGift, readPaymentId } from '../../http/points.ts';
import type { Fields } from '../request.ts';
import { findNewest, type ObjectContext } from './object-context.ts';

/** Entries of the office and of the public site. */
export function createOfficeObjects(context: ObjectContext) {
  const { people, findOrCreate } = context;
  const admin = () => people.admin.client;
  const partner = () => people.partner.client;
  return {
    lab: async () => {
      const day = '2026-11-20';
      const fields = {
        title: 'Tac',
        partner: await findOrCreate('partner'),
        startDate: day,
        endDate: day,
      };
      return (await admin().post('/api/admin/labs', fields)).ok<{ lab: Lab }>().lab._id;
    },
    payment: async () => readPaymentId(await askForGift(partner())),
    report: async () => {
      (await partner().post('/api/partner/misc/report', { message: 'Salam' })).ok();
      return findNewest(context, '/api/admin/reports', 'reports');
    },
    clinic: async () => (await addClinic(admin()))._id,
    clinicFile: async () => (await addClinic(admin())).imageUrl,
    card: async () => (await addCard(admin()))._id,
    cardFile: async () => (await addCard(admin())).imageUrl,
    reservation: () =>
      addForm(context, '/api/misc/reservation-application', '/api/admin/applications/reservation', {
        partnerFullName: 'Əliyev',
      }),
    application: () =>
      addForm(context, '/api/misc/partner-application', '/api/admin/applications/partner', {
        clinicName: 'Ağ Diş',
        clinicPhone: '0125550120',
      }),
    message: () =>
      addForm(context, '/api/misc/contact-message', '/api/admin/applications/contact', {}),
  };
}

async function addForm(
  context: ObjectContext,
  url: string,
  list: string,
  more: Fields,
): Promise<string> {
  const person = { fullName: 'Nigar', email: 'nigar@example.az', phone: '+994501234567' };
  (await context.world.visitor.post(url, { ...person, ...more })).ok();
  return findNewest(context, list, 'applications');
}

async function addClinic(admin: Client): Promise<Clinic> {
  const fields = { title: 'Ağ Diş', phone: '012', instagram: '@agdis', image: await picture() };
  const answer = await admin.form('POST', '/api/admin/clinics', fields);
  return answer.ok<{ clinic: Clinic }>().clinic;
}

async function addCard(admin: Client): Promise<Doctor> {
  const fields = { firstName: 'Zaur', lastName: 'Əli', phone: '012', image: await picture() };
  const answer = await admin.form('POST', '/api/admin/partnercards', fields);
  return answer.ok<{ partnerCard: Doctor }>().partnerCard;
}
