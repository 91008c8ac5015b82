import type { Lab } from '@deqiq/contract/office/labs.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { SampleApplications, SampleLab } from '../sample-data/office.ts';
import type { CreatedPartner } from './partner-life.ts';

/** Creates laboratory orders, oldest first. */
export async function orderLabs(
  staff: ApiClient,
  labs: readonly SampleLab[],
  partners: readonly CreatedPartner[],
): Promise<void> {
  for (const { title, startDate, endDate, status, partner } of labs) {
    const id = partners[partner]?.id ?? '';
    const body = { title, partner: id, startDate, endDate };
    const { lab } = await staff.post<{ lab: Lab }>('/api/admin/labs', body);
    if (status !== lab.status) await staff.patch(`/api/admin/labs/${lab._id}/status`, { status });
  }
}

/** Sends the applications of visitors. */
export async function sendApplications(baseUrl: string, sent: SampleApplications): Promise<void> {
  const visitor = new ApiClient(baseUrl);
  for (const body of sent.reservations)
    await visitor.post('/api/misc/reservation-application', body);
  for (const body of sent.partnerships) await visitor.post('/api/misc/partner-application', body);
  for (const body of sent.messages) await visitor.post('/api/misc/contact-message', body);
}
