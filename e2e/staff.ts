import { randomUUID } from 'node:crypto';
import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { Lab, LabStatus } from '@deqiq/contract/office/labs.ts';
import type { Partner } from '@deqiq/contract/people/partners.ts';
import type { ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { expect } from '@playwright/test';

/** Milliseconds; an access token is valid for twice as long. */
const MAX_AGE = 5 * 60_000;

/** For the pictures of a file: decoders start with the first one, and their low priority waits on a busy machine. */
export const DERIVED = { timeout: 60_000 };

const clients = new Map<string, { client: ApiClient; since: number }>();

/** The first admin's client of this server. One sign-in serves many tests: each costs 0.1 s of a processor. */
export async function signedInStaff(url: string): Promise<ApiClient> {
  const cached = clients.get(url);
  if (cached && Date.now() - cached.since < MAX_AGE) {
    // A test may have changed the password, which ends every session.
    const { ok } = await cached.client.send('GET', '/api/admin/lite/partners?name=-');
    if (ok) return cached.client;
  }
  const client = await new ApiClient(url).signIn();
  clients.set(url, { client, since: Date.now() });
  return client;
}

/** A member of staff working over HTTP: creates the initial state of a journey. */
export class Staff {
  readonly #api: ApiClient;

  private constructor(api: ApiClient) {
    this.#api = api;
  }

  static async open(url: string): Promise<Staff> {
    return new Staff(await signedInStaff(url));
  }

  async addPartner(
    overrides: Partial<Partner> = {},
  ): Promise<{ partner: Partner; password: string }> {
    const { partner } = await this.#api.post<{ partner: Partner }>('/api/admin/partners', {
      firstName: 'Aytən',
      lastName: 'Məmmədova',
      birthDate: '1985-04-12',
      phone: '+994 50 123 45 67',
      email: `partnyor-${randomUUID()}@example.az`,
      instagram: '@ayten.dent',
      password: PARTNER_PASSWORD,
      ...overrides,
    });
    return { partner, password: PARTNER_PASSWORD };
  }

  /** Creates a checkup with X-ray files of these names and bytes. */
  async addCheckup(
    partner: string,
    files: Record<string, Buffer>,
    overrides: Partial<Checkup> & { readonly confirmDifferentPatient?: boolean } = {},
  ): Promise<Checkup> {
    const xrayFiles = [];
    for (const [fileName, bytes] of Object.entries(files))
      xrayFiles.push(await this.#api.upload(fileName, bytes));
    const { checkup } = await this.#api.post<{ checkup: Checkup }>('/api/admin/checkups', {
      partner,
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      name: 'Panoram rentgen',
      confirmDifferentPatient: true,
      ...overrides,
      xrayFiles,
    });
    return checkup;
  }

  /** An examination with an X-ray whose doctor waits for a report: its referral came by telephone. */
  async addExaminationToRead(
    partner: string,
    referral: { readonly firstName: string; readonly question: string },
    [fileName, bytes]: readonly [string, Buffer],
  ): Promise<Checkup> {
    const { question, firstName } = referral;
    const person = { firstName, lastName: 'Hüseynova', phone: '+994 50 123 45 67' };
    const sent = await this.#api.post<ReferralAnswer>('/api/admin/referrals', {
      partner,
      patient: person,
      examination: 'panoramic',
      purpose: 'implant',
      question,
      urgency: 'urgent',
      reportWanted: true,
    });
    const accepted = await this.#api.post<ReferralAnswer>(
      `/api/admin/referrals/${sent.referral._id}/accept`,
      {},
    );
    const checkupId = accepted.referral.checkup ?? '';
    const { checkup } = await this.#api.post<{ checkup: Checkup }>(
      '/api/admin/checkups/merge-chunks',
      { checkupId, files: [await this.#api.upload(fileName, bytes)], ...person },
    );
    return checkup;
  }

  /** Waits until the pictures of a checkup on the first page have been made. */
  async whenDerived({ _id }: Checkup): Promise<void> {
    const hasPending = async () => {
      const { checkups } = await this.#api.get<CheckupList>('/api/admin/checkups');
      const files = checkups.find((each) => each._id === _id)?.xrayFileLinks;
      return files?.some(({ imaging }) => imaging.state === 'pending');
    };
    await expect.poll(hasPending, { intervals: [100], ...DERIVED }).toBe(false);
  }

  /** A laboratory order of 3 November 2026. */
  async addLab(partner: string, title: string, status: LabStatus = 'pending'): Promise<Lab> {
    const dates = { startDate: '2026-11-03', endDate: '2026-11-10' };
    const { lab } = await this.#api.post<{ lab: Lab }>('/api/admin/labs', {
      title,
      partner,
      ...dates,
    });
    if (status !== 'pending')
      await this.#api.patch(`/api/admin/labs/${lab._id}/status`, { status });
    return lab;
  }

  async acceptReferral(id: string): Promise<void> {
    await this.#api.post(`/api/admin/referrals/${id}/accept`, {});
  }

  async setPoints(partner: string, balance: number): Promise<void> {
    await this.#api.patch(`/api/admin/partner-stats/balance/${partner}`, {
      action: 'set',
      balance,
    });
  }

  async resetPassword(partner: string, password: string): Promise<void> {
    await this.#api.patch(`/api/admin/partners/${partner}/reset-password`, { password });
  }
}
