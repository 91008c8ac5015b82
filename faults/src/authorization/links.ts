import { randomUUIDv7 } from 'node:crypto';
import type { Checkup, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { type Ending, newWorld, SECRET, type World } from '@deqiq/testkit/world.ts';
import { fileLinks } from '../../../server/src/features/imaging/files/links.ts';
import { urlsOf } from './id-substitution.ts';
import type { CheckResult } from './own-data.ts';

type Location = NonNullable<Parameters<typeof newWorld>[1]>['location'];

const MINUTE = 60_000;
const CHECKUPS = '/api/partner/misc/checkups';

interface Patient {
  readonly world: World;
  readonly clock: { at: number };
  readonly partner: { _id: string; email: string };
  readonly client: Client;
  readonly checkup: Checkup;
  /** Links of one session to a picture, its preview and a shipment. */
  readonly links: readonly string[];
}

/** Events that end links, and the status that every link must then return. */
const ends: Readonly<
  Record<string, { status: 404 | 410; end: (of: Patient) => Promise<unknown> }>
> = {
  'log-out': { status: 404, end: ({ client }) => client.post('/api/partner/auth/logout') },
  'a new password on another device': {
    status: 404,
    async end({ world, partner }) {
      const login = { email: partner.email, password: PARTNER_PASSWORD };
      const elsewhere = await world.visitor.signIn('partner', login);
      const change = { oldPassword: PARTNER_PASSWORD, newPassword: 'yeni-şifrə' };
      return elsewhere.put('/api/partner/account/password', change);
    },
  },
  'a reset password': {
    status: 404,
    end: ({ world, partner }) =>
      world.admin.patch(`/api/admin/partners/${partner._id}/reset-password`, {
        password: 'yeni-şifrə',
      }),
  },
  'deletion of the files': {
    status: 404,
    async end({ world, checkup }) {
      for (const name of [...checkup.files, ...checkup.xrayFiles])
        (await world.admin.delete(`/api/admin/checkups/${checkup._id}/files/${name}`)).ok();
      return world.admin.get('/api/admin/partners');
    },
  },
  'deletion of the checkup': {
    status: 404,
    end: ({ world, checkup }) => world.admin.delete(`/api/admin/checkups/${checkup._id}`),
  },
  'deletion of the partner': {
    status: 404,
    end: ({ world, partner }) => world.admin.delete(`/api/admin/partners/${partner._id}`),
  },
  expiry: {
    status: 410,
    async end({ world, clock }) {
      clock.at += 16 * MINUTE;
      return world.visitor.get('/healthz');
    },
  },
};

/** Opens links to a patient's files as browsers do: by GET, HEAD and Range, without an authorization header. */
export async function checkLinksEnd(
  ending: Ending,
  newLocation: () => Promise<Location>,
): Promise<CheckResult> {
  const clock = { at: Math.ceil(Date.now() / (10 * MINUTE)) * 10 * MINUTE };
  const location = await newLocation();
  const world = await newWorld(ending, {
    now: () => clock.at,
    ...(location && { location }),
  });
  const findings: string[] = [];
  let calls = 0;
  const opened = async (link: string, status: readonly number[], when: string) => {
    for (const headers of [{}, { range: 'bytes=0-9' }, { 'user-agent': 'another browser' }])
      for (const method of ['GET', 'HEAD'] as const) {
        calls += 1;
        const { response } = await world.visitor.send({ method, url: link, headers });
        if (!status.includes(response.statusCode))
          findings.push(
            `a link after ${when}: ${method} ${response.statusCode} instead of ${status}`,
          );
      }
  };
  const someone = await newPatient(world, clock);
  for (const link of await forgeLinks(someone)) await opened(link, [404], 'nobody was given');
  for (const [when, { status, end }] of Object.entries(ends)) {
    const patient = await newPatient(world, clock);
    for (const link of patient.links) await opened(link, [200, 206], `before ${when}`);
    const { status: done } = (await end(patient)) as { status: number };
    if (done !== 200) findings.push(`${when} returned ${done}`);
    for (const link of patient.links) await opened(link, [status], `after ${when}`);
  }
  return { calls, findings };
}

async function newPatient(world: World, clock: { at: number }): Promise<Patient> {
  const { partner, client } = await world.signedInPartner();
  const sent = await client.form('POST', '/api/partner/misc/create-checkup', {
    file: await picture(),
  });
  const { _id: checkupId } = sent.ok<{ checkup: Checkup }>().checkup;
  const { bytes } = await picture({ format: 'jpeg' });
  const fileId = await world.admin.upload(bytes, 'panoram.jpg');
  const files = [{ fileId, fileName: 'panoram.jpg' }];
  const names = { firstName: 'Nigar', lastName: 'Hüseynova' };
  (await world.admin.post('/api/admin/checkups/merge-chunks', { checkupId, ...names, files })).ok();
  const [checkup] = (await client.get(CHECKUPS)).ok<OwnCheckupList>().checkups;
  if (!checkup) throw new Error('the checkup is not in the list');
  return { world, clock, partner, client, checkup, links: urlsOf(checkup) };
}

/** Links with a valid signature and the session of another person, and links without a valid signature. */
async function forgeLinks({ world, clock, checkup, links }: Patient): Promise<string[]> {
  const stranger = await world.signedInPartner();
  const files = await world.db
    .selectFrom('checkup_files')
    .select('id')
    .where('checkup_id', '=', checkup._id)
    .execute();
  const sessions = await world.db
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', stranger.partner._id)
    .execute();
  const { sign } = fileLinks({ secret: SECRET, now: () => clock.at });
  const other = fileLinks({
    secret: Buffer.from('a secret of another server, 32 bytes'),
    now: () => clock.at,
  });
  const signed = [...sessions, { id: randomUUIDv7() }].flatMap((session) =>
    files.flatMap((file) =>
      (['original', 'preview'] as const).map((variant) =>
        sign({ fileId: file.id, sessionId: session.id, size: 9, variant }),
      ),
    ),
  );
  const foreignLinks = files.flatMap((file) =>
    sessions.map((session) =>
      other.sign({ fileId: file.id, sessionId: session.id, size: 9, variant: 'original' }),
    ),
  );
  return [...signed, ...foreignLinks, ...links.flatMap(tamper)];
}

/** The same link with one character changed at several positions, or cut. */
function tamper(link: string): string[] {
  const start = link.lastIndexOf('/') + 1;
  const changed = [0, 20, 45, 50, 90].map((at) => {
    const index = start + at;
    return link.slice(0, index) + (link[index] === 'A' ? 'B' : 'A') + link.slice(index + 1);
  });
  return [...changed, link.slice(0, -1), `${link}A`, link.slice(0, start)];
}
