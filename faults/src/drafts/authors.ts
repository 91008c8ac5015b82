import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Clinic } from '../referrals/clinic.ts';
import { Register } from '../referrals/history.ts';

const COLLEAGUE = { username: 'sevda', password: 'radiologist password' };

/** The texts of a report that windows write, each window its own. */
export const FIELDS = [['technique', 'conclusion'], ['recommendation']] as const;

export type Field = (typeof FIELDS)[number][number];

/** A radiologist with a draft of the examination. */
export interface Author {
  readonly name: string;
  readonly login: object;
  token: string;
  readonly report: DiagnosticReport;
  readonly texts: ReadonlyMap<Field, Register<string>>;
}

/** Two who may sign, each with a draft about one examination. */
export async function addAuthors({ nodes, partner }: Clinic): Promise<Author[]> {
  const port = nodes[0]?.port ?? 0;
  const owner = await new ApiClient(port).signIn('admin', ADMIN);
  const { member } = await owner.post<{ member: { _id: string } }>('/api/admin/staff', {
    ...COLLEAGUE,
    role: 'staff',
  });
  const right = { name: 'Sevda Əliyeva', title: '', licence: '' };
  await owner.call('PUT', `/api/admin/staff/${member._id}/radiologist`, right);
  const checkup = await addCheckup(owner, partner);
  const authors: Author[] = [];
  for (const login of [ADMIN, COLLEAGUE]) {
    const client = await new ApiClient(port).signIn('admin', login);
    const path = `/api/admin/checkups/${checkup}/diagnostic-reports`;
    const { report } = await client.post<{ report: DiagnosticReport }>(path, {
      template: 'panoramic',
    });
    const texts = new Map(FIELDS.flat().map((field) => [field, new Register<string>()]));
    for (const register of texts.values()) register.begin('')('acknowledged');
    authors.push({ name: login.username, login, token: client.token, report, texts });
  }
  return authors;
}

async function addCheckup(owner: ApiClient, partner: string): Promise<string> {
  const { referral } = await owner.post<{ referral: { _id: string } }>('/api/admin/referrals', {
    partner,
    patient: { firstName: 'Nigar', lastName: 'Hüseynova', phone: '+994 50 123 45 67' },
    examination: 'panoramic',
    purpose: 'implant',
    urgency: 'urgent',
    reportWanted: true,
  });
  const path = `/api/admin/referrals/${referral._id}/accept`;
  const accepted = await owner.post<{ referral: { checkup: string } }>(path, {});
  return accepted.referral.checkup;
}
