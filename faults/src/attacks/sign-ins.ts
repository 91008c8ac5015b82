import { Agent, request } from 'node:http';

/** Connections of the attacker. */
const CONNECTIONS = 8;

export interface SignInTry {
  readonly username: string;
  readonly password: string;
  /** The address that the proxy reports; the target has TRUST_PROXY=on. */
  readonly from: string;
  readonly device?: string | true;
  /** More headers, like those of a browser. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Settings with which a target sees the attacker at other addresses than the bystanders. */
export const LIMITED = { rateLimits: 'on', env: { TRUST_PROXY: 'on' } } as const;

/** Signs in to /api/admin over several connections; `end` closes them. */
export function signIns(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  function send({ username, password, from, device, headers }: SignInTry) {
    const text = JSON.stringify({ username, password, ...(device && { device }) });
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request(
        {
          port,
          agent,
          method: 'POST',
          host: '127.0.0.1',
          path: '/api/admin/auth/login',
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            'x-forwarded-for': from,
            ...headers,
          },
        },
        (answer) => {
          let body = '';
          answer.setEncoding('utf8');
          answer.on('data', (some: string) => {
            body += some;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }

  /** Sends all of them, one per connection at a time, and counts the responses by status. */
  async function sendAll(tries: Iterable<SignInTry>): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    const queue = tries[Symbol.iterator]();
    const work = async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        const { status } = await send(next.value);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return counts;
  }

  return { send, sendAll, end: () => agent.destroy() };
}
