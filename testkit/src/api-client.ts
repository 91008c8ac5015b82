import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@deqiq/contract/auth.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';

/** One finished upload, as the create call takes it. */
export interface Uploaded {
  fileId: string;
  fileName: string;
}

export type Credentials =
  | { username: string; password: string }
  | { email: string; password: string };

/** The product's own HTTP API as one person uses it. Every refusal is thrown with the server's message. */
export type Api = ReturnType<typeof apiOf>;

function apiOf(baseUrl: string, headers: Record<string, string>) {
  const send = async (method: string, path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(new URL(path, baseUrl), {
      ...init,
      method,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    const said = (answer as { message?: string } | undefined)?.message ?? response.statusText;
    throw new Error(`${path}: ${response.status} ${said}`);
  };
  const asJson = (body: object): RequestInit => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  return {
    get: (path: string): Promise<unknown> => send('GET', path, {}),

    post: (path: string, body: object): Promise<unknown> => send('POST', path, asJson(body)),

    patch: (path: string, body: object): Promise<unknown> => send('PATCH', path, asJson(body)),

    /** A form with WebP pictures; several under one name are sent one after the other. */
    form(
      path: string,
      fields: Record<string, string>,
      pictures: Pictures,
      fileName?: string,
    ): Promise<unknown> {
      const body = new FormData();
      for (const [name, text] of Object.entries(fields)) body.set(name, text);
      for (const [name, files] of Object.entries(pictures))
        for (const bytes of [files].flat()) {
          const picture = new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
          body.append(name, picture, fileName ?? `${name}.webp`);
        }
      return send('POST', path, { body });
    },

    /** All chunks one by one, as the upload screen sends them. */
    async upload(fileName: string, bytes: Buffer): Promise<Uploaded> {
      const fileId = randomUUID();
      const totalChunks = Math.ceil(bytes.length / CHUNK_SIZE);
      for (let number = 0; number < totalChunks; number++) {
        const body = new FormData();
        const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
        body.set('chunk', new Blob([new Uint8Array(chunk)]), 'blob');
        body.set('chunkNumber', String(number));
        body.set('fileId', fileId);
        body.set('totalChunks', String(totalChunks));
        body.set('fileName', fileName);
        await send('POST', '/api/admin/checkups/upload-chunk', { body });
      }
      return { fileId, fileName };
    },
  };
}

type Pictures = Record<string, Buffer | readonly Buffer[]>;

/** Somebody nobody knows, in front of the public site. */
export const visitor = (baseUrl: string): Api => apiOf(baseUrl, {});

export async function signIn(
  baseUrl: string,
  role: 'admin' | 'partner',
  credentials: Credentials,
): Promise<Api> {
  const answer = await visitor(baseUrl).post(`/api/${role}/auth/login`, credentials);
  const { tokens } = answer as SignedIn;
  return apiOf(baseUrl, { authorization: `Bearer ${tokens.accessToken} type=access` });
}

/** A member of staff. */
export const signInStaff = (baseUrl: string, username: string, password: string): Promise<Api> =>
  signIn(baseUrl, 'admin', { username, password });

export type StaffApi = Api;
