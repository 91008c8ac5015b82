import type { Checkup, CheckupList } from '@deqiq/contract/checkups.ts';

/** A browser with its tokens, which keeps what it was given at whatever time. */
export interface SignedIn {
  readonly access: string;
  readonly refresh: string;
}

/** Speaks to the server, and hands on statuses. */
export function visitor(port: number) {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);
  const bearer = (token: string, type = 'access') => ({
    authorization: `Bearer ${token} type=${type}`,
  });
  const json = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  return {
    async signIn(login: object): Promise<SignedIn> {
      const answer = await ask('/api/admin/auth/login', json(login));
      if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
      const { tokens } = (await answer.json()) as {
        tokens: { accessToken: string; refreshToken: string };
      };
      return { access: tokens.accessToken, refresh: tokens.refreshToken };
    },

    /** What a sign-in is answered, and the seconds to wait where it was one too many. */
    async tryToSignIn(login: object) {
      const answer = await ask('/api/admin/auth/login', json(login));
      await answer.text();
      return { status: answer.status, wait: Number(answer.headers.get('retry-after') ?? 0) };
    },

    async sendMessage() {
      const body = { fullName: 'Nigar Hüseynova', phone: '+994501234567' };
      const answer = await ask('/api/misc/contact-message', json(body));
      await answer.text();
      return { status: answer.status, wait: Number(answer.headers.get('retry-after') ?? 0) };
    },

    /** A list of staff, which whoever is not let in does not see. */
    async look(access: string): Promise<number> {
      const answer = await ask('/api/admin/partners?limit=1', { headers: bearer(access) });
      await answer.text();
      return answer.status;
    },

    /** A new access token; undefined where the session is over. */
    async refresh(token: string): Promise<string | undefined> {
      const answer = await ask('/api/admin/auth/refresh-token', {
        method: 'POST',
        headers: bearer(token, 'refresh'),
      });
      const body = (await answer.json()) as { accessToken?: string };
      return answer.ok ? body.accessToken : undefined;
    },

    async checkups(access: string): Promise<Checkup[]> {
      const answer = await ask('/api/admin/checkups?limit=100', { headers: bearer(access) });
      if (!answer.ok) throw new Error(`checkups: ${answer.status}`);
      return ((await answer.json()) as CheckupList).checkups;
    },

    /** The status of a link, and the bytes behind it. */
    async follow(link: string): Promise<{ status: number; bytes: Buffer }> {
      const answer = await ask(link);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    },
  };
}

export type Visitor = ReturnType<typeof visitor>;
