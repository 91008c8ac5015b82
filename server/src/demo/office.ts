import type { GiftAnswer } from '@deqiq/contract/gifts.ts';
import { certificate } from './drawings/certificate.ts';
import { facade } from './drawings/facade.ts';
import { portrait } from './drawings/portrait.ts';
import { type StaffApi, signInPartner, visit } from './http-api.ts';
import { inOrder } from './in-order.ts';
import { randomFrom } from './random.ts';
import type { SampleOffice } from './sample-data/office.ts';
import type { SamplePartner } from './sample-data/partners.ts';

interface Furnishing {
  baseUrl: string;
  api: StaffApi;
  partners: readonly SamplePartner[];
  /** Of the partners, in their order. */
  ids: readonly string[];
  office: SampleOffice;
}

type Id = { _id: string };

/** Fills every section of the back-office, as staff, partners and visitors would. */
export async function furnishOffice(furnishing: Furnishing): Promise<void> {
  await addCards(furnishing);
  await addLabs(furnishing);
  await settleAccounts(furnishing);
  await takeReports(furnishing);
  await receiveVisitors(furnishing);
}

async function addCards({ api, office }: Furnishing): Promise<void> {
  const random = randomFrom(office.clinics.length);
  await inOrder(office.clinics, async (clinic) =>
    api.form('/api/admin/clinics', formOf(clinic, { image: [await facade(random)] })),
  );
  await inOrder(office.doctors, async ({ sex, certificates, ...texts }) => {
    const image = [await portrait(random, sex)];
    const images = await Promise.all(
      Array.from({ length: certificates }, () => certificate(random)),
    );
    await api.form('/api/admin/partnercards', formOf(texts, { image, images }));
  });
}

async function addLabs({ api, office, ids }: Furnishing): Promise<void> {
  await inOrder(office.labs, async ({ status, partner, ...order }) => {
    const body = { ...order, partner: ids[partner] };
    const { lab } = (await api.post('/api/admin/labs', body)) as { lab: Id };
    if (status !== 'pending') await api.patch(`/api/admin/labs/${lab._id}/status`, { status });
  });
}

async function settleAccounts({ baseUrl, api, partners, ids, office }: Furnishing): Promise<void> {
  await inOrder(office.accounts, async ({ partner, points, patients, wishes }) => {
    const stats = '/api/admin/partner-stats';
    await api.patch(`${stats}/balance/${ids[partner]}`, { action: 'set', balance: points });
    await api.patch(`${stats}/patients/${ids[partner]}`, { action: 'set', count: patients });
    const login = partners[partner];
    if (!login || wishes.length === 0) return;
    const doctor = await signInPartner(baseUrl, login);
    for (const { gift, outcome } of wishes) {
      const asked = (await doctor.post('/api/partner/misc/demand-payment', { gift })) as GiftAnswer;
      if (outcome) await api.patch(`/api/admin/payments/${outcome}/${asked.payment._id}`);
    }
  });
}

async function takeReports({ baseUrl, partners, office }: Furnishing): Promise<void> {
  for (const { partner, message } of office.reports) {
    const login = partners[partner];
    if (!login) continue;
    const doctor = await signInPartner(baseUrl, login);
    await doctor.post('/api/partner/misc/report', { message });
  }
}

async function receiveVisitors({ baseUrl, office }: Furnishing): Promise<void> {
  const visitor = visit(baseUrl);
  for (const [form, sent] of [
    ['reservation-application', office.reservations],
    ['partner-application', office.partnerApplications],
    ['contact-message', office.messages],
  ] as const)
    for (const body of sent) await visitor.post(`/api/misc/${form}`, body);
}

function formOf(texts: Record<string, string>, pictures: Record<string, Buffer[]>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  for (const [name, list] of Object.entries(pictures))
    for (const [i, bytes] of list.entries())
      form.append(
        name,
        new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
        `${name}-${i}.png`,
      );
  return form;
}
