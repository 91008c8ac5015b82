import type { CheckupList, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { stowRequest } from '@deqiq/testkit/dicom/stow.ts';
import { listFiles } from '../files.ts';
import type { Library } from '../library.ts';
import type { CalendarDay } from '../sample-data/calendar.ts';
import { sampleCheckups } from '../sample-data/checkups.ts';
import type { CreatedPartner } from './partner-life.ts';

interface StudyOptions {
  readonly seed: number;
  readonly today: CalendarDay;
  readonly library: Library;
}

/** A panoramic machine sends two studies of today: of the patient of a waiting referral, and of an unknown one. */
export async function sendStudies(
  staff: ApiClient,
  { seed, today, library }: StudyOptions,
): Promise<void> {
  const machine = { name: 'Vatech PaX-i, otaq 1', kind: 'panoramic', aeTitle: 'PAXI' };
  const { token } = await staff.post<TokenAnswer>('/api/admin/devices', machine);
  const { checkups } = await staff.get<CheckupList>('/api/admin/checkups?status=pending');
  const referred = checkups.find(({ xrayFiles, lastName }) => xrayFiles.length === 0 && lastName);
  for (const [index, visit] of sampleCheckups(seed, 2, today).entries()) {
    const patient = { ...visit.patient, id: `DQ-${20_240 + index}` };
    if (index === 0 && referred)
      Object.assign(patient, { firstName: referred.firstName, lastName: referred.lastName });
    const panoramic = {
      ...visit,
      patient,
      day: today.iso,
      hasDicom: true,
      examination: 'panoramic' as const,
      name: 'Panoram rentgen',
    };
    const files = await listFiles(panoramic, library, false);
    const instances = files.filter(({ name }) => name.endsWith('.dcm')).map(({ bytes }) => bytes);
    await send(staff.baseUrl, token, instances);
  }
}

async function send(baseUrl: string, token: string, instances: readonly Buffer[]): Promise<void> {
  const { payload, headers } = stowRequest(instances);
  const response = await fetch(new URL('/dicom-web/studies', baseUrl), {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'x-study-instances': String(instances.length),
    },
  });
  if (!response.ok) throw new Error(`STOW-RS: ${response.status} ${await response.text()}`);
}

/** The partner shares the newest results: one with a PIN for a month, one without for a week. */
export async function shareResults(baseUrl: string, partner: CreatedPartner): Promise<void> {
  const api = await new ApiClient(baseUrl).signIn('partner', partner);
  const { checkups } = await api.get<OwnCheckupList>('/api/partner/misc/checkups?status=completed');
  const shares = [
    { label: 'Dr. Leyla Quliyeva', days: 30, pin: true },
    { label: 'Pasiyentin özü', days: 7, pin: false },
  ];
  for (const [index, share] of shares.entries()) {
    const checkup = checkups[index];
    if (checkup) await api.post(`/api/partner/checkups/${checkup._id}/shares`, share);
  }
}
