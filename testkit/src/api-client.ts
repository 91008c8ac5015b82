import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@deqiq/contract/people/auth.ts';
import type { ErrorBody } from '@deqiq/contract/shared/errors.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Reply } from './http/replies.ts';
import { ADMIN } from './logins.ts';

/** A finished upload in the form that POST admin/checkups expects. */
export interface Uploaded {
  fileId: string;
  fileName: string;
}

type Images = Record<string, Buffer | readonly Buffer[]>;

/** A client of a running server: one user, or a visitor until signIn. */
export class ApiClient {
  readonly baseUrl: string;
  #token: string;

  /** `server` is a local port or a base URL; `token` is an access token from an earlier sign-in. */
  constructor(server: number | string, token = '') {
    this.baseUrl = typeof server === 'number' ? `http://127.0.0.1:${server}` : server;
    this.#token = token;
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port);
  }

  get token(): string {
    return this.#token;
  }

  /** The authorization header line for a raw request. */
  get authorization(): string {
    return `Authorization: ${bearer(this.#token)}\r\n`;
  }

  async signIn(role: Role = 'admin', login: object = ADMIN): Promise<this> {
    const { tokens } = await this.post<SignedIn>(`/api/${role}/auth/login`, login);
    this.#token = tokens.accessToken;
    return this;
  }

  /** Sends one request and returns the response, whatever its status. */
  send(
    method: string,
    path: string,
    body?: object | FormData,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(new URL(path, this.baseUrl), {
      method,
      headers: {
        ...(this.#token && { authorization: bearer(this.#token) }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  /** The status and the JSON body of a response, whatever its status. */
  async reply(method: string, path: string, body?: object): Promise<Reply> {
    const response = await this.send(method, path, body);
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  }

  /** The JSON body of a successful response; throws ApiError for any other status. */
  async call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new ApiError(`${method} ${path}`, response.status, text);
    return JSON.parse(text) as T;
  }

  get = <T>(path: string) => this.call<T>('GET', path);
  post = <T>(path: string, body: object) => this.call<T>('POST', path, body);
  patch = <T>(path: string, body: object) => this.call<T>('PATCH', path, body);

  /** Posts a form with WebP images; an array adds several files under one name. */
  postForm<T>(path: string, fields: Record<string, string>, images: Images, fileName?: string) {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.set(name, text);
    for (const [name, files] of Object.entries(images))
      for (const bytes of [files].flat()) {
        const image = new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
        form.append(name, image, fileName ?? `${name}.webp`);
      }
    return this.call<T>('POST', path, form);
  }

  /** Uploads all chunks of a file one after the other, like the upload screen. */
  async upload(fileName: string, bytes: Buffer): Promise<Uploaded> {
    const fileId = randomUUID();
    const totalChunks = Math.ceil(bytes.length / CHUNK_SIZE);
    for (let number = 0; number < totalChunks; number += 1) {
      const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
      const form = new FormData();
      form.set('chunk', new Blob([new Uint8Array(chunk)]), 'blob');
      form.set('chunkNumber', String(number));
      form.set('fileId', fileId);
      form.set('totalChunks', String(totalChunks));
      form.set('fileName', fileName);
      await this.call('POST', '/api/admin/checkups/upload-chunk', form);
    }
    return { fileId, fileName };
  }
}

export const bearer = (token: string, type: 'access' | 'refresh' = 'access'): string =>
  `Bearer ${token} type=${type}`;

/** A response with a status other than 2xx. The message contains that of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(request: string, status: number, body: string) {
    super(`${request}: ${status} ${messageIn(body)}`);
    this.status = status;
    this.body = body;
  }
}

function messageIn(body: string): string {
  try {
    return (JSON.parse(body) as Partial<ErrorBody>).message ?? body;
  } catch {
    return body;
  }
}
