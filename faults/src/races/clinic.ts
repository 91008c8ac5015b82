import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { ServerCluster } from '@deqiq/testkit/process/server-cluster.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import type { Call, Method, Release } from './releaser.ts';

/** Milliseconds between sign-ins; an access token lives ten minutes. */
const SHIFT = 5 * 60_000;

/** Running servers with a signed-in staff member and a partner. */
export interface Clinic {
  readonly db: ServerCluster['db'];
  /** The data folder of the servers. */
  readonly dataDir: string;
  readonly random: Random;
  readonly partnerId: string;
  readonly released: Release;
  /** Prepares a call of staff; `partner` prepares one of the partner. */
  staff(method: Method, path: string, body?: Call['body']): Promise<Call>;
  partner(method: Method, path: string, body?: Call['body']): Promise<Call>;
  /** Sends one call, which must succeed. */
  done(call: Promise<Call>): Promise<Reply['body']>;
  /** Uploads a file as staff and returns its id. */
  upload(): Promise<string>;
}

export async function clinicOf(
  servers: ServerCluster,
  { released, random }: { released: Release; random: Random },
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

    // All chunks of an upload must reach the same process.
    async upload() {
      const client = new ApiClient(ports[0] ?? 0, await staff());
      return (await client.upload('panoram.dcm', someDicom())).fileId;
    },
  };
}

/** Returns a token that is younger than SHIFT. */
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

/** A random permutation. */
export function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const keyed = all.map((one) => ({ one, at: random.below(1_000_000) }));
  return keyed.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
}

export const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
