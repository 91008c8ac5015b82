import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { ServerCluster } from '@deqiq/testkit/server-cluster.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import type { Call, Method, Released } from './released.ts';

/** Milliseconds after which people sign in anew; an access token lives ten minutes. */
const SHIFT = 5 * 60_000;

/** Running servers, staff and a partner of theirs, and everything a race needs of them. */
export interface Clinic {
  readonly db: ServerCluster['db'];
  /** Where files rest. */
  readonly dataDir: string;
  readonly random: Random;
  readonly partnerId: string;
  readonly released: Released;
  /** A call of staff, and one of the partner. */
  staff(method: Method, path: string, body?: Call['body']): Promise<Call>;
  partner(method: Method, path: string, body?: Call['body']): Promise<Call>;
  /** One call by itself, which must be granted. */
  done(call: Promise<Call>): Promise<Reply['body']>;
  /** A new upload of staff, whole; answers its id. */
  upload(): Promise<string>;
}

export async function clinicOf(
  servers: ServerCluster,
  { released, random }: { released: Released; random: Random },
): Promise<Clinic> {
  const { addPartner, db, dataDir, ports, tokenFor } = servers;
  const { id: partnerId, login } = await addPartner();
  const staff = signedIn(() => tokenFor('admin', ADMIN));
  const partner = signedIn(() => tokenFor('partner', login));

  return {
    db,
    dataDir,
    random,
    partnerId,
    released,
    staff: async (method, path, body = {}) => ({ token: await staff(), method, path, body }),
    partner: async (method, path, body = {}) => ({ token: await partner(), method, path, body }),

    async done(call) {
      const [reply] = await released([await call]);
      if (reply?.status !== 200) throw new Error(`${(await call).path}: ${JSON.stringify(reply)}`);
      return reply.body;
    },

    // All chunks of an upload reach one process.
    async upload() {
      const client = new ApiClient(ports[0] ?? 0, await staff());
      return (await client.upload('panoram.dcm', someDicom())).fileId;
    },
  };
}

/** A token that is never old. */
function signedIn(signIn: () => Promise<string>): () => Promise<string> {
  let token = '';
  let since = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - since > SHIFT) {
      token = await signIn();
      since = performance.now();
    }
    return token;
  };
}

/** An order nobody has chosen. */
export function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const places = all.map((one) => ({ one, at: random.below(1_000_000) }));
  return places.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
}

export const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
