import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@deqiq/contract/auth.ts';
import { CHUNK_SIZE } from '@deqiq/contract/limits.ts';

/** One finished upload, as the create call takes it. */
export interface Uploaded {
  fileId: string;
  fileName: string;
}

export type StaffApi = Awaited<ReturnType<typeof signInStaff>>;

/** The product's own HTTP API as a member of staff uses it. Every refusal is thrown with the server's message. */
export async function signInStaff(baseUrl: string, username: string, password: string) {
  const send = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(new URL(path, baseUrl), { method: 'POST', ...init });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    const said = (answer as { message?: string } | undefined)?.message ?? response.statusText;
    throw new Error(`${path}: ${response.status} ${said}`);
  };
  const asJson = (body: object, headers: Record<string, string> = {}): RequestInit => ({
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { tokens } = (await send(
    '/api/admin/auth/login',
    asJson({ username, password }),
  )) as SignedIn;
  const authorization = `Bearer ${tokens.accessToken} type=access`;

  return {
    post: (path: string, body: object): Promise<unknown> =>
      send(path, asJson(body, { authorization })),

    patch: (path: string, body: object): Promise<unknown> =>
      send(path, { ...asJson(body, { authorization }), method: 'PATCH' }),

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
        await send('/api/admin/checkups/upload-chunk', { headers: { authorization }, body: form });
      }
      return { fileId, fileName };
    },
  };
}
