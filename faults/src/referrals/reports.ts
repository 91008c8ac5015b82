import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import { REPORTS, someReport } from '@deqiq/testkit/http/reports.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { type Clinic, send } from './clinic.ts';
import type { History } from './history.ts';

export const hasReport = ({ reports }: History): boolean => reports.size > 0;

/** Writes and signs a report. */
export async function signReport(clinic: Clinic, history: History): Promise<Reply | undefined> {
  const { random, checkup } = history;
  const reply = await clinic.attempt(random, 'admin', async (client) => {
    const list = `/api/admin/checkups/${checkup}/diagnostic-reports`;
    const created = await client.reply('POST', list, { template: 'panoramic' });
    if (created.status !== 200) return created;
    const { _id, version } = created.body.report as DiagnosticReport;
    const path = `${REPORTS}/${_id}`;
    const saved = await client.reply('PUT', path, { version, content: someReport() });
    if (saved.status !== 200) return saved;
    const read = saved.body.report as DiagnosticReport;
    return client.reply('POST', `${path}/sign`, { version: read.version, ...ADMIN });
  });
  if (reply?.status === 200) history.reports.add((reply.body.report as DiagnosticReport)._id);
  return reply;
}

export function withdrawReport(clinic: Clinic, history: History): Promise<Reply | undefined> {
  const { random, reports } = history;
  const path = `${REPORTS}/${random.pick([...reports])}/withdraw`;
  return send(clinic, random, 'admin', ['POST', path, { reason: 'Yanlış diş' }]);
}
