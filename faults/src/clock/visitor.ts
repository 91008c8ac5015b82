import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { SignedIn } from '@deqiq/contract/people/auth.ts';
import { ApiClient, bearer } from '@deqiq/testkit/api-client.ts';

/** The tokens of one sign-in. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** The requests of this campaign; the caller passes the tokens to use. */
export function visitor(port: number) {
  const client = new ApiClient(port);
  const as = (token: string) => new ApiClient(port, token);
  const statusAndWait = async (path: string, body: object) => {
    const response = await client.send('POST', path, body);
    await response.text();
    return { status: response.status, wait: Number(response.headers.get('retry-after') ?? 0) };
  };

  return {
    async signIn(login: object): Promise<Tokens> {
      const { tokens } = await client.post<SignedIn>('/api/admin/auth/login', login);
      return { access: tokens.accessToken, refresh: tokens.refreshToken };
    },

    /** The status of a sign-in, and the seconds of Retry-After. */
    tryToSignIn: (login: object) => statusAndWait('/api/admin/auth/login', login),

    sendMessage: () =>
      statusAndWait('/api/misc/contact-message', {
        fullName: 'Nigar Hüseynova',
        phone: '+994501234567',
      }),

    /** The status of a list for staff. */
    async listStatus(access: string): Promise<number> {
      const response = await as(access).send('GET', '/api/admin/partners?limit=1');
      await response.text();
      return response.status;
    },

    /** A new access token; undefined when the session has ended. */
    async refresh(token: string): Promise<string | undefined> {
      const path = '/api/admin/auth/refresh-token';
      const authorization = bearer(token, 'refresh');
      const response = await client.send('POST', path, undefined, { authorization });
      const body = (await response.json()) as { accessToken?: string };
      return response.ok ? body.accessToken : undefined;
    },

    checkups: async (access: string) =>
      (await as(access).get<CheckupList>('/api/admin/checkups?limit=100')).checkups,

    /** Opens a link: its status and its bytes. */
    async follow(link: string): Promise<{ status: number; bytes: Buffer }> {
      const response = await client.send('GET', link);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    },
  };
}

export type Visitor = ReturnType<typeof visitor>;
