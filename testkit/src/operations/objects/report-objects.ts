import { randomUUID } from 'node:crypto';
import type { StaffAccount } from '@deqiq/contract/people/staff.ts';
import type { ReportMacroAnswer } from '@deqiq/contract/reports/report-macros.ts';
import type { Client } from '../../client.ts';
import { allowToSign, reportCalls } from '../../http/reports.ts';
import { ADMIN } from '../../logins.ts';
import type { ObjectContext } from './object-context.ts';

/** Diagnostic reports of a checkup, in the states that operations need. */
export function createReportObjects({ world, people, findOrCreate }: ObjectContext) {
  const calls = async (client: Client) => reportCalls(client, await findOrCreate('checkup'));
  return {
    draftReport: async () => (await (await calls(people.admin.client)).create())._id,
    signedReport: async () => {
      const { create, sign } = await calls(people.admin.client);
      const report = await create();
      (await sign(report, { password: people.admin.password })).ok();
      return report._id;
    },
    /** About an examination of the partner. */
    reportOfPartner: async () => {
      const { create, sign } = reportCalls(people.admin.client, await findOrCreate('shipment'));
      const report = await create();
      (await sign(report, { password: people.admin.password })).ok();
      return report._id;
    },
    reportMacro: async () => {
      const name = `m${randomUUID().slice(0, 8)}`;
      const answer = await people.admin.client.post('/api/admin/report-macros', {
        name,
        text: '-',
      });
      return answer.ok<ReportMacroAnswer>().macro._id;
    },
    /** Of another radiologist. */
    colleaguesReport: async () => {
      const { account } = (await world.admin.get('/api/admin/account')).ok<{
        account: StaffAccount;
      }>();
      if (account.radiologist === null) await allowToSign(world.admin, account._id, 'Sevda');
      const { create, sign } = await calls(world.admin);
      const report = await create();
      (await sign(report, { password: ADMIN.password })).ok();
      return report._id;
    },
  };
}
