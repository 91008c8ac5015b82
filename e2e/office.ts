import type { SignedIn } from '@deqiq/contract/auth.ts';
import type { Partner } from '@deqiq/contract/partners.ts';
import { ADMIN } from './server.ts';
import { PARTNER_PASSWORD } from './staff.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Body = Record<string, unknown> | FormData;
type Texts = Record<string, string>;

/** The back-office, its partners and its visitors through HTTP: sets the scene a journey begins in. */
export class Office {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async open(url: string): Promise<Office> {
    return new Office(url, await tokenOf(url, 'admin', ADMIN));
  }

  send<Answer>(method: Method, path: string, body?: Body) {
    return exchange<Answer>(this.#url + path, method, body, this.#token);
  }

  /** What somebody who is not signed in sends. */
  asVisitor(path: string, body: Body): Promise<unknown> {
    return exchange(this.#url + path, 'POST', body);
  }

  async asPartner(partner: Partner, path: string, body: Body = {}): Promise<unknown> {
    const login = { email: partner.email, password: PARTNER_PASSWORD };
    return exchange(this.#url + path, 'POST', body, await tokenOf(this.#url, 'partner', login));
  }

  async giveBalance(partner: Partner, balance: number): Promise<void> {
    const path = `/api/admin/partner-stats/balance/${partner._id}`;
    await this.send('PATCH', path, { balance, action: 'set' });
  }

  async addLab(partner: Partner, title: string): Promise<void> {
    const dates = { startDate: '2026-11-05', endDate: '2026-12-01' };
    await this.send('POST', '/api/admin/labs', { title, partner: partner._id, ...dates });
  }

  async addClinic(title: string, image: Buffer, wishes: Texts = {}): Promise<void> {
    const usual = { title, phone: '+994 12 555 00 10', instagram: '@klinika' };
    const form = formOf({ ...usual, ...wishes });
    form.set('image', fileOf(image));
    await this.send('POST', '/api/admin/clinics', form);
  }

  async addDoctor(lastName: string, image: Buffer, wishes: Texts = {}): Promise<void> {
    const usual = { firstName: 'Elçin', lastName, phone: '+994 55 111 22 33' };
    const form = formOf({ ...usual, ...wishes });
    form.set('image', fileOf(image));
    await this.send('POST', '/api/admin/partnercards', form);
  }
}

async function tokenOf(url: string, role: 'admin' | 'partner', login: Body): Promise<string> {
  const body = { ...login, rememberMe: false };
  const { tokens } = await exchange<SignedIn>(`${url}/api/${role}/auth/login`, 'POST', body);
  return tokens.accessToken;
}

async function exchange<Answer>(
  address: string,
  method: string,
  body?: Body,
  token?: string,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(address, {
    method,
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token} type=access` }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

function formOf(fields: Texts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const fileOf = (bytes: Buffer) =>
  new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' });
