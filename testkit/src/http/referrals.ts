import type { Referral, ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import type { Client } from '../client.ts';
import { type Ending, newWorld, someDicom, type World } from '../world.ts';

/** The fields of a referral. */
export const someReferral = (overrides: object = {}) => ({
  patient: {
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    birthDate: '1990-03-07',
    sex: 'female',
    phone: '+994 50 123 45 67',
  },
  examination: 'cbct',
  purpose: 'implant',
  teeth: [46, 36],
  region: 'lower-jaw',
  question: 'Sümük hündürlüyü?',
  pregnancy: 'no',
  ...overrides,
});

export type ReferralClinic = Awaited<ReturnType<typeof newReferralClinic>>;

/** A clinic with a partner who refers patients. */
export async function newReferralClinic(t: Ending, options: Parameters<typeof newWorld>[1] = {}) {
  const world = await newWorld(t, options);
  const { partner, client } = await world.signedInPartner();
  return { ...world, ...referralCalls(world, client), partner, client };
}

/** Calls about referrals, as the partner and as staff. */
export function referralCalls({ admin, db }: Pick<World, 'admin' | 'db'>, client: Client) {
  const accept = async (id: string, body: object = {}): Promise<Referral> => {
    const answer = await admin.post(`/api/admin/referrals/${id}/accept`, body);
    return answer.ok<ReferralAnswer>().referral;
  };
  async function attachXray(
    checkupId: string,
    { firstName, lastName }: { firstName: string; lastName: string } = someReferral().patient,
  ): Promise<void> {
    const fileId = await admin.upload(someDicom(), 'panoram.dcm');
    const files = [{ fileId, fileName: 'panoram.dcm' }];
    const sent = { checkupId, files, firstName, lastName };
    (await admin.post('/api/admin/checkups/merge-chunks', sent)).ok();
  }
  return {
    accept,

    /** Accepts a referral and uploads an X-ray of its examination. */
    async examine({ _id: id, patient }: Referral): Promise<{ id: string; checkupId: string }> {
      const checkupId = (await accept(id)).checkup ?? '';
      await attachXray(checkupId, patient);
      return { id, checkupId };
    },

    attachXray,

    async send(overrides: object = {}): Promise<Referral> {
      const answer = await client.post('/api/partner/referrals', someReferral(overrides));
      return answer.ok<ReferralAnswer>().referral;
    },

    /** A step of staff. */
    step: (id: string, name: string, body: object = {}) =>
      admin.post(`/api/admin/referrals/${id}/${name}`, body),

    async read(id: string): Promise<Referral> {
      return (await admin.get(`/api/admin/referrals/${id}`)).ok<{ referral: Referral }>().referral;
    },

    async readOwn(id: string): Promise<Referral> {
      const answer = await client.get(`/api/partner/referrals/${id}`);
      return answer.ok<{ referral: Referral }>().referral;
    },

    /** States that no operation of this version reaches. */
    async setState(id: string, status: Referral['state']): Promise<void> {
      await db.updateTable('referrals').set({ status }).where('id', '=', id).execute();
    },
  };
}

/** Creates a record of a patient and links checkups to it. Returns its id. */
export async function addRecord(
  admin: Client,
  ...checkups: readonly { readonly _id: string }[]
): Promise<string> {
  const created = await admin.post('/api/admin/patients', someReferral().patient);
  const { _id: patient } = created.ok<{ patient: { _id: string } }>().patient;
  for (const { _id } of checkups)
    (await admin.put(`/api/admin/checkups/${_id}/patient`, { patient })).ok();
  return patient;
}
