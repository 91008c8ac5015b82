import type {
  DiagnosticReport,
  PartnerReport,
  ReportList,
} from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Client } from '../client.ts';
import { ADMIN } from '../logins.ts';
import type { World } from '../world.ts';
import { newFileOfPartner } from './annotations.ts';

export const REPORTS = '/api/admin/diagnostic-reports';

export const PASSWORD = 'radiologist password';

/** The content of a report. */
export const someReport = (overrides: object = {}) => ({
  template: 'panoramic',
  technique: 'OPTG',
  teeth: { 36: [{ finding: 'caries', surfaces: ['mesial', 'occlusal'], note: 'dərin' }] },
  findings: [{ section: 'jaws', text: 'Dəyişiklik yoxdur.' }],
  measurements: [],
  keyImages: [],
  conclusion: '36 nömrəli dişdə karies.',
  recommendation: 'Müalicə.',
  ...overrides,
});

export type ReportClinic = Awaited<ReturnType<typeof newReportClinic>>;

/** A partner's checkup with an X-ray, and an owner who may sign reports. */
export async function newReportClinic(
  t: Parameters<typeof newFileOfPartner>[0],
  options: Parameters<typeof newFileOfPartner>[1] = {},
) {
  const world = await newFileOfPartner(t, options);
  const { account } = (await world.admin.get('/api/admin/account')).ok<{
    account: { _id: string };
  }>();
  await allowToSign(world.admin, account._id, 'Aygün Məmmədova');
  return { ...world, adminId: account._id, ...reportCalls(world.admin, world.checkup._id) };
}

/** Gives a member of staff the right to sign. */
export const allowToSign = async (admin: Client, id: string, name: string) =>
  (
    await admin.put(`/api/admin/staff/${id}/radiologist`, {
      name,
      title: 'Həkim-radioloq',
      licence: 'AZ-1234',
    })
  ).ok();

/** A colleague, signed in. */
export async function newColleague(
  { admin, visitor }: Pick<World, 'admin' | 'visitor'>,
  username: string,
  name?: string,
) {
  const login = { username, password: PASSWORD };
  const answer = await admin.post('/api/admin/staff', { ...login, role: 'staff' });
  const { member } = answer.ok<{ member: { _id: string } }>();
  if (name) await allowToSign(admin, member._id, name);
  return { id: member._id, client: await visitor.signIn('admin', login) };
}

/** Calls of a radiologist about the reports of a checkup. */
export function reportCalls(client: Client, checkup: string) {
  const path = `/api/admin/checkups/${checkup}/diagnostic-reports`;
  const found = (answer: Awaited<ReturnType<Client['get']>>) =>
    answer.ok<{ report: DiagnosticReport }>().report;
  const create = async (): Promise<DiagnosticReport> =>
    found(await client.post(path, { template: 'panoramic' }));
  async function draft(overrides: object = {}): Promise<DiagnosticReport> {
    const { _id, version } = await create();
    const content = someReport(overrides);
    return found(await client.put(`${REPORTS}/${_id}`, { version, content }));
  }
  const sign = (report: Version, proof: object = ADMIN) =>
    client.post(`${REPORTS}/${report._id}/sign`, { version: report.version, ...proof });
  return {
    create,
    draft,
    sign,
    save: (report: Version, content: object) =>
      client.put(`${REPORTS}/${report._id}`, { version: report.version, content }),
    signed: async (overrides: object = {}): Promise<DiagnosticReport> =>
      found(await sign(await draft(overrides))),
    step: (report: Pick<DiagnosticReport, '_id'>, name: string, body: object) =>
      client.post(`${REPORTS}/${report._id}/${name}`, body),
    listReports: async (): Promise<DiagnosticReport[]> =>
      (await client.get(path)).ok<ReportList>().reports,
  };
}

type Version = Pick<DiagnosticReport, '_id' | 'version'>;

/** The reports that the doctor sees. */
export const readAsPartner = async (client: Client, checkup: string) =>
  (await client.get(`/api/partner/checkups/${checkup}/diagnostic-report`)).ok<PartnerReport>();
