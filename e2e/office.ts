import type { Partner } from '@deqiq/contract/people/partners.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { signedInStaff } from './staff.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Body = Record<string, unknown> | FormData;
type Texts = Record<string, string>;

/** Creates the initial state of a journey over HTTP: as staff, as a partner or as a visitor. */
export class Office {
  readonly #staff: ApiClient;

  private constructor(staff: ApiClient) {
    this.#staff = staff;
  }

  static async open(url: string): Promise<Office> {
    return new Office(await signedInStaff(url));
  }

  send<Answer>(method: Method, path: string, body?: Body): Promise<Answer> {
    return this.#staff.call(method, path, body);
  }

  asVisitor(path: string, body: Body): Promise<unknown> {
    return new ApiClient(this.#staff.baseUrl).call('POST', path, body);
  }

  async asPartner(partner: Partner, path: string, body: Body = {}): Promise<unknown> {
    const login = { email: partner.email, password: PARTNER_PASSWORD };
    const client = await new ApiClient(this.#staff.baseUrl).signIn('partner', login);
    return client.call('POST', path, body);
  }

  async giveBalance(partner: Partner, balance: number): Promise<void> {
    const path = `/api/admin/partner-stats/balance/${partner._id}`;
    await this.send('PATCH', path, { balance, action: 'set' });
  }

  async addLab(partner: Partner, title: string): Promise<void> {
    const dates = { startDate: '2026-11-05', endDate: '2026-12-01' };
    await this.send('POST', '/api/admin/labs', { title, partner: partner._id, ...dates });
  }

  async addClinic(title: string, image: Buffer, overrides: Texts = {}): Promise<void> {
    const usual = { title, phone: '+994 12 555 00 10', instagram: '@klinika' };
    const form = toForm({ ...usual, ...overrides });
    form.set('image', toFile(image));
    await this.send('POST', '/api/admin/clinics', form);
  }

  async addDoctor(lastName: string, image: Buffer, overrides: Texts = {}): Promise<void> {
    const usual = { firstName: 'Elçin', lastName, phone: '+994 55 111 22 33' };
    const form = toForm({ ...usual, ...overrides });
    form.set('image', toFile(image));
    await this.send('POST', '/api/admin/partnercards', form);
  }
}

function toForm(fields: Texts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const toFile = (bytes: Buffer) =>
  new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' });
