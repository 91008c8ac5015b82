import type { Lab } from '@deqiq/contract/labs.ts';
import { type Api, visitor } from '@deqiq/testkit/api-client.ts';
import type { SampleApplications, SampleLab } from '../sample-data/office.ts';
import type { KnownPartner } from './partner-life.ts';

/** Orders of the laboratory, oldest first. */
export async function orderLabs(
  staff: Api,
  labs: readonly SampleLab[],
  partners: readonly KnownPartner[],
): Promise<void> {
  for (const { title, startDate, endDate, status, partner } of labs) {
    const id = partners[partner]?.id ?? '';
    const body = { title, partner: id, startDate, endDate };
    const { lab } = (await staff.post('/api/admin/labs', body)) as { lab: Lab };
    if (status !== lab.status) await staff.patch(`/api/admin/labs/${lab._id}/status`, { status });
  }
}

/** What visitors of the public site have sent. */
export async function sendApplications(baseUrl: string, sent: SampleApplications): Promise<void> {
  const person = visitor(baseUrl);
  for (const body of sent.reservations)
    await person.post('/api/misc/reservation-application', body);
  for (const body of sent.partnerships) await person.post('/api/misc/partner-application', body);
  for (const body of sent.messages) await person.post('/api/misc/contact-message', body);
}
