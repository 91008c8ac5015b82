import { randomUUID } from 'node:crypto';
import type { Role, SignedIn } from '@deqiq/contract/auth.ts';
import { CHUNK_SIZE } from '@deqiq/contract/limits.ts';

/** One finished upload, as the create call takes it. */
export interface Uploaded {
  fileId: string;
  fileName: string;
}

export type StaffApi = Awaited<ReturnType<typeof signInStaff>>;

/** The product's own HTTP API as somebody outside uses it. Every refusal is thrown with the server's message. */
export function visit(baseUrl: string, authorization?: string) {
  const signature = authorization ? { authorization } : undefined;
  const send = async (path: string, init: RequestInit): Promise<unknown> => {
    const request = { method: 'POST', ...init, headers: { ...init.headers, ...signature } };
    const response = await fetch(new URL(path, baseUrl), request);
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    const said = (answer as { message?: string } | undefined)?.message ?? response.statusText;
    throw new Error(`${path}: ${response.status} ${said}`);
  };
  const json = (body: object) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    post: (path: string, body: object) => send(path, json(body)),
    patch: (path: string, body: object = {}) => send(path, { ...json(body), method: 'PATCH' }),
    form: (path: string, body: FormData) => send(path, { body }),
  };
}

type Login = { username: string; password: string } | { email: string; password: string };

async function signIn(baseUrl: string, role: Role, login: Login) {
  const { tokens } = (await visit(baseUrl).post(`/api/${role}/auth/login`, login)) as SignedIn;
  return visit(baseUrl, `Bearer ${tokens.accessToken} type=access`);
}

export const signInPartner = (baseUrl: string, login: { email: string; password: string }) =>
  signIn(baseUrl, 'partner', login);

/** The same API as a member of staff uses it. */
export async function signInStaff(baseUrl: string, username: string, password: string) {
  const api = await signIn(baseUrl, 'admin', { username, password });
  return {
    ...api,

    /** All chunks one by one, as the upload screen sends them. */
    async upload(fileName: string, bytes: Buffer): Promise<Uploaded> {
      const fileId = randomUUID();
      const totalChunks = Math.ceil(bytes.length / CHUNK_SIZE);
      for (let number = 0; number < totalChunks; number++) {
        const form = new FormData();
        const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
        form.set('chunk', new Blob([new Uint8Array(chunk)]), 'blob');
        form.set('chunkNumber', String(number));
        form.set('fileId', fileId);
        form.set('totalChunks', String(totalChunks));
        form.set('fileName', fileName);
        await api.form('/api/admin/checkups/upload-chunk', form);
      }
      return { fileId, fileName };
    },
  };
}
