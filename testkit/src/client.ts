import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@deqiq/contract/people/auth.ts';
import { type ErrorBody, errorBody } from '@deqiq/contract/shared/errors.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { App } from '../../server/src/platform/http/app-types.ts';

/** A response, with the two readings that tests need. */
export class Answer {
  readonly response: LightMyRequestResponse;

  constructor(response: LightMyRequestResponse) {
    this.response = response;
  }

  get status(): number {
    return this.response.statusCode;
  }

  /** The body of a success; any other status fails the test with the response of the server. */
  ok<T>(): T {
    assert.equal(this.status, 200, this.response.body);
    return this.response.json<T>();
  }

  /** The body of an error; it must have the standard shape of all errors. */
  refused(status: number): ErrorBody {
    assert.equal(this.status, status, this.response.body);
    return errorBody.parse(this.response.json());
  }
}

type Body = object | string;

/** A test client: stores its tokens and sends requests to the app without a socket. */
export class Client {
  readonly app: App;
  readonly tokens: { accessToken: string; refreshToken: string } | undefined;

  constructor(app: App, tokens?: SignedIn['tokens']) {
    this.app = app;
    this.tokens = tokens;
  }

  async signIn(role: Role, login: object): Promise<Client> {
    const answer = await this.post(`/api/${role}/auth/login`, login);
    return new Client(this.app, answer.ok<SignedIn>().tokens);
  }

  get = (url: string, headers = {}) => this.send({ method: 'GET', url, headers });
  post = (url: string, payload: Body = {}) => this.send({ method: 'POST', url, payload });
  put = (url: string, payload: Body = {}) => this.send({ method: 'PUT', url, payload });
  patch = (url: string, payload: Body = {}) => this.send({ method: 'PATCH', url, payload });
  delete = (url: string) => this.send({ method: 'DELETE', url });

  /** Sends a request, with the client's access token unless the headers contain another. */
  async send({ headers, payload, ...options }: InjectOptions): Promise<Answer> {
    const authorization = this.tokens && `Bearer ${this.tokens.accessToken} type=access`;
    const response = await this.app.inject({
      ...options,
      ...(payload !== undefined && { payload }),
      headers: { ...(authorization && { authorization }), ...headers },
    });
    return new Answer(response);
  }

  /** Sends a multipart form as browsers encode it (RFC 7578). */
  form(method: 'POST' | 'PUT' | 'PATCH', url: string, parts: FormParts) {
    return this.send({ method, url, ...formBytes(parts) });
  }

  sendChunk(fileId: string, chunkNumber: number, bytes: Buffer, more: Record<string, string> = {}) {
    return this.form('POST', '/api/admin/checkups/upload-chunk', {
      chunk: { fileName: 'blob', bytes },
      chunkNumber: String(chunkNumber),
      fileId,
      ...more,
    });
  }

  /** Uploads all chunks of a file and returns the fileId. */
  async upload(bytes: Buffer, fileName: string): Promise<string> {
    const fileId = randomUUID();
    const totalChunks = Math.ceil(bytes.length / CHUNK_SIZE);
    for (let number = 0; number < totalChunks; number += 1) {
      const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
      const more = { totalChunks: String(totalChunks), fileName };
      (await this.sendChunk(fileId, number, chunk, more)).ok();
    }
    return fileId;
  }
}

/** A client with an address of its own. */
export class ClientAt extends Client {
  readonly address: string;

  constructor(app: App, address: string) {
    super(app);
    this.address = address;
  }

  override send(options: InjectOptions): Promise<Answer> {
    return super.send({ ...options, remoteAddress: this.address });
  }
}

/** An array produces a repeated key. */
export type FormParts = Record<string, string | FilePart | FilePart[]>;

export interface FilePart {
  fileName: string;
  bytes: Buffer;
  contentType?: string;
}

/** The body of a multipart form, and the header with its boundary. */
export function formBytes(parts: FormParts) {
  const boundary = `----test${randomUUID()}`;
  const payload = Buffer.concat([
    ...Object.entries(parts).flatMap(([name, part]) =>
      [part].flat().flatMap((each) => partBytes(boundary, name, each)),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

function partBytes(boundary: string, name: string, part: string | FilePart): Buffer[] {
  const isText = typeof part === 'string';
  const fileName = isText ? '' : `; filename="${part.fileName}"`;
  const type = isText ? '' : `Content-Type: ${part.contentType ?? 'application/octet-stream'}\r\n`;
  return [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n${type}\r\n`,
    ),
    isText ? Buffer.from(part) : part.bytes,
    Buffer.from('\r\n'),
  ];
}
