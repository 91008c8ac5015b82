import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@deqiq/contract/auth.ts';
import type { Checkup } from '@deqiq/contract/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/limits.ts';
import type { Partner } from '@deqiq/contract/partners.ts';

export const PARTNER_PASSWORD = 'partner-password';

/** A member of staff at work through HTTP: sets the scene a journey begins in. */
export class Staff {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signIn(url: string, login: object): Promise<Staff> {
    const nobody = new Staff(url, '');
    const { tokens } = await nobody.send<SignedIn>('POST', '/api/admin/auth/login', login);
    return new Staff(url, tokens.accessToken);
  }

  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token} type=access`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async addPartner(wishes: Partial<Partner> = {}): Promise<{ partner: Partner; password: string }> {
    const { partner } = await this.send<{ partner: Partner }>('POST', '/api/admin/partners', {
      firstName: 'Aytən',
      lastName: 'Məmmədova',
      birthDate: '1985-04-12',
      phone: '+994 50 123 45 67',
      email: `partnyor-${randomUUID()}@example.az`,
      instagram: '@ayten.dent',
      password: PARTNER_PASSWORD,
      ...wishes,
    });
    return { partner, password: PARTNER_PASSWORD };
  }

  /** A checkup with X-ray files of the given names and bytes. */
  async addCheckup(
    partner: string,
    files: Record<string, Buffer>,
    wishes: Partial<Checkup> = {},
  ): Promise<Checkup> {
    const xrayFiles = [];
    for (const [fileName, bytes] of Object.entries(files))
      xrayFiles.push({ fileId: await this.upload(bytes, fileName), fileName });
    const { checkup } = await this.send<{ checkup: Checkup }>('POST', '/api/admin/checkups', {
      partner,
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      name: 'Panoram rentgen',
      ...wishes,
      xrayFiles,
    });
    return checkup;
  }

  async upload(bytes: Buffer, fileName: string): Promise<string> {
    const fileId = randomUUID();
    const totalChunks = Math.ceil(bytes.length / CHUNK_SIZE);
    for (let number = 0; number < totalChunks; number += 1) {
      const form = new FormData();
      const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
      form.set('chunk', new Blob([Uint8Array.from(chunk)]));
      form.set('chunkNumber', String(number));
      form.set('fileId', fileId);
      form.set('totalChunks', String(totalChunks));
      form.set('fileName', fileName);
      await this.send('POST', '/api/admin/checkups/upload-chunk', form);
    }
    return fileId;
  }
}
