import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Reply } from '@deqiq/testkit/http/replies.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { type DataLocation, ServerProcess } from '@deqiq/testkit/server-process.ts';
import { somePartner } from '@deqiq/testkit/world.ts';

/** Milliseconds between sign-ins; an access token lives ten minutes. */
const RENEWAL = 3 * 60_000;

/** Records of patients that belong together: only they are merged with one another. */
const FAMILIES = 12;
const FAMILY_SIZE = 3;

/** Milliseconds by which the wall clock of the second node is wrong. Nodes must not order anything by it. */
const WRONG_CLOCK = -3_000;

export type Role = 'admin' | 'partner' | 'visitor';

/** Running nodes on one database, with staff, a partner, and patients who were there before. */
export interface Clinic {
  readonly location: DataLocation;
  readonly nodes: readonly ServerProcess[];
  readonly partner: string;
  readonly families: readonly (readonly string[])[];
  readonly machines: readonly string[];
  /** Sends all of `work` to one node that runs; undefined where the node was killed meanwhile. */
  attempt<Result>(
    random: Random,
    role: Role,
    work: (client: ApiClient) => Promise<Result>,
  ): Promise<Result | undefined>;
  kill(node: ServerProcess): Promise<void>;
  restart(node: ServerProcess): Promise<void>;
  /** Signs in again before the tokens end. All nodes must run. */
  renew(): Promise<void>;
  end(): Promise<void>;
}

/** A mail server that does not answer. */
export const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'info@clinic.example' };

/** Two nodes on PostgreSQL, one on SQLite, with these environment variables. */
export async function startClinic(
  location: DataLocation,
  env: Readonly<Record<string, string>>,
): Promise<Clinic> {
  const secret = 'a secret that both of the nodes share';
  const options = { ...location, secret, logLevel: 'silent' };
  const shifted = {
    ...env,
    NODE_OPTIONS: `--import ${import.meta.resolve('@deqiq/testkit/process/shifted-date.ts')}`,
    CLOCK_SHIFT: String(WRONG_CLOCK),
  };
  const nodes = (location.url === undefined ? [env] : [env, shifted]).map(
    (each) => new ServerProcess({ ...options, env: each }),
  );
  const running = new Set<ServerProcess>();
  for (const node of nodes) {
    await node.restart();
    running.add(node);
  }
  const port = () => nodes[0]?.port ?? 0;
  const staff = await new ApiClient(port()).signIn();
  await allowToSign(staff);
  const login = somePartner();
  const { partner } = await staff.post<{ partner: { _id: string } }>('/api/admin/partners', login);
  const tokens: Record<Role, string> = { admin: '', partner: '', visitor: '' };
  let signedInAt = Number.NEGATIVE_INFINITY;

  const clinic: Clinic = {
    location,
    nodes,
    partner: partner._id,
    families: await addFamilies(staff),
    machines: await addMachines(staff),
    async attempt(random, role, work) {
      const node = random.pick([...running]);
      if (!node) return undefined;
      try {
        return await work(new ApiClient(node.port, tokens[role]));
      } catch (error) {
        // Thrown by fetch where the connection breaks.
        if (error instanceof TypeError && !running.has(node)) return undefined;
        throw error;
      }
    },
    async kill(node) {
      running.delete(node);
      await node.kill();
    },
    async restart(node) {
      await node.restart();
      running.add(node);
    },
    async renew() {
      if (performance.now() - signedInAt < RENEWAL) return;
      signedInAt = performance.now();
      tokens.admin = (await new ApiClient(port()).signIn('admin', ADMIN)).token;
      tokens.partner = (await new ApiClient(port()).signIn('partner', login)).token;
    },
    async end() {
      for (const node of nodes) await node.kill();
    },
  };
  await clinic.renew();
  // Messages are recorded, and need no mail server.
  const own = new ApiClient(port(), tokens.partner);
  await own.call('PUT', '/api/partner/notifications', { byEmail: false });
  return clinic;
}

async function allowToSign(staff: ApiClient): Promise<void> {
  const { account } = await staff.get<{ account: { _id: string } }>('/api/admin/account');
  const body = { name: 'Aygün Məmmədova', title: 'Həkim-radioloq', licence: 'AZ-1234' };
  await staff.call('PUT', `/api/admin/staff/${account._id}/radiologist`, body);
}

async function addMachines(staff: ApiClient): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['KLKT 1', 'KLKT 2']) {
    const body = { name, kind: 'cbct', aeTitle: name.replace(' ', '') };
    const { device } = await staff.post<{ device: { _id: string } }>('/api/admin/devices', body);
    ids.push(device._id);
  }
  return ids;
}

async function addFamilies(staff: ApiClient): Promise<string[][]> {
  const families: string[][] = [];
  for (let family = 0; family < FAMILIES; family += 1) {
    const ids: string[] = [];
    for (let member = 0; member < FAMILY_SIZE; member += 1) {
      const body = { firstName: `Pasiyent ${member}`, lastName: `Köhnə ${family}` };
      const { patient } = await staff.post<{ patient: { _id: string } }>(
        '/api/admin/patients',
        body,
      );
      ids.push(patient._id);
    }
    families.push(ids);
  }
  return families;
}

/** Sends a JSON request, and returns its status and answer; undefined where the node was killed meanwhile. */
export const send = (
  { attempt }: Clinic,
  random: Random,
  role: Role,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<Reply | undefined> =>
  attempt(random, role, (client) => client.reply(method, path, body));
