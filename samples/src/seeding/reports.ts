import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { ReportAnswer } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { panoramicContent } from '../sample-data/report.ts';
import type { CreatedPartner } from './partner-life.ts';

const radiologist = { name: 'Dr. Leyla Rəhimova', title: 'Həkim-radioloq', licence: 'TH-2041' };

const isDicom = ({ name }: { readonly name: string }): boolean => name.endsWith('.dcm');

interface Signing {
  readonly baseUrl: string;
  /** Of the account that signs. */
  readonly password: string;
}

/** The owner reports the newest panoramic of each doctor; the first doctor asks about it. */
export async function reportPanoramics(
  staff: ApiClient,
  doctors: readonly CreatedPartner[],
  { baseUrl, password }: Signing,
): Promise<void> {
  const { account } = await staff.get<{ account: { _id: string } }>('/api/admin/account');
  await staff.call('PUT', `/api/admin/staff/${account._id}/radiologist`, radiologist);
  const { checkups } = await staff.get<CheckupList>('/api/admin/checkups?limit=100');
  for (const [index, doctor] of doctors.entries()) {
    const panoramics = checkups.filter(
      ({ partner, name, status }) =>
        partner._id === doctor.id && name.startsWith('Panoram') && status === 'completed',
    );
    const checkup =
      panoramics.find(({ xrayFileLinks }) => xrayFileLinks.some(isDicom)) ?? panoramics[0];
    if (!checkup) continue;
    await signReport(staff, checkup, password);
    if (index > 0) continue;
    const api = await new ApiClient(baseUrl).signIn('partner', doctor);
    const text = '38-ci dişin kökü kanala çatırmı?';
    await api.post(`/api/partner/checkups/${checkup._id}/questions`, { text });
  }
}

async function signReport(
  staff: ApiClient,
  { _id, xrayFileLinks }: CheckupList['checkups'][number],
  password: string,
): Promise<void> {
  const reports = `/api/admin/checkups/${_id}/diagnostic-reports`;
  const { report } = await staff.post<Pick<ReportAnswer, 'report'>>(reports, {
    template: 'panoramic',
  });
  const path = `/api/admin/diagnostic-reports/${report._id}`;
  const keyImages = xrayFileLinks.filter(isDicom).map(({ id }) => ({ file: id }));
  const content = { ...panoramicContent, keyImages };
  const body = { version: report.version, content };
  const { report: saved } = await staff.call<Pick<ReportAnswer, 'report'>>('PUT', path, body);
  await staff.post(`${path}/sign`, { version: saved.version, password });
}
