import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { countStatus, formatStatuses, type Reply } from '@deqiq/testkit/http/replies.ts';
import { somePartner } from '@deqiq/testkit/world.ts';
import { type Clinic, shuffled, times } from './clinic.ts';
import type { Call } from './releaser.ts';

/** A thing that staff manage, and the calls that read it, change it or depend on it. */
interface Subject {
  readonly address: string;
  readonly calls: readonly (() => Promise<Call>)[];
}

type Kind = (clinic: Clinic) => Promise<Subject>;

const idIn = (body: Reply['body'], name: string) => (body[name] as { _id: string })._id;

async function withPicture(fields: Readonly<Record<string, string>>, name: string) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  const { fileName, bytes } = await picture();
  form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), fileName);
  return form;
}

const partner: Kind = async ({ staff, done }) => {
  const wanted = somePartner();
  const id = idIn(await done(staff('POST', '/api/admin/partners', wanted)), 'partner');
  const stats = '/api/admin/partner-stats';
  const startDate = '2026-11-20';
  const endDate = '2026-11-27';
  const calls = [
    () => staff('PUT', `/api/admin/partners/${id}`, { ...wanted, firstName: 'Leyla' }),
    () => staff('PATCH', `/api/admin/partners/${id}/reset-password`, { password: 'yeni-parol' }),
    () => staff('GET', `${stats}/${id}`),
    () => staff('PATCH', `${stats}/balance/${id}`, { balance: 2, action: 'add' }),
    () => staff('PATCH', `${stats}/patients/${id}`, { count: 2, action: 'add' }),
    () => staff('PATCH', `${stats}/reset/${id}`),
    () => staff('POST', '/api/admin/labs', { title: 'Tac', partner: id, startDate, endDate }),
  ];
  return { address: `/api/admin/partners/${id}`, calls };
};

const clinic: Kind = async ({ staff, done }) => {
  const fields = { title: 'Ağ Diş', phone: '012', instagram: '@agdis' };
  const form = () => withPicture(fields, 'image');
  const created = await done(staff('POST', '/api/admin/clinics', await form()));
  const address = `/api/admin/clinics/${idIn(created, 'clinic')}`;
  const calls = [
    () => staff('GET', address),
    () => staff('PATCH', address, { title: 'Mavi Diş' }),
    async () => staff('PATCH', address, await form()),
  ];
  return { address, calls };
};

const card: Kind = async ({ staff, done }) => {
  const fields = { firstName: 'Zaur', lastName: 'Əliyev', phone: '012' };
  const created = await done(
    staff('POST', '/api/admin/partnercards', await withPicture(fields, 'image')),
  );
  const address = `/api/admin/partnercards/${idIn(created, 'partnerCard')}`;
  const calls = [
    () => staff('GET', address),
    () => staff('PATCH', address, { lastName: 'Quliyev' }),
    async () => staff('PATCH', address, await withPicture(fields, 'image')),
    async () => staff('PATCH', address, await withPicture(fields, 'images')),
  ];
  return { address, calls };
};

const lab: Kind = async ({ staff, done, partnerId }) => {
  const fields = {
    title: 'Tac',
    partner: partnerId,
    startDate: '2026-11-20',
    endDate: '2026-11-27',
  };
  const address = `/api/admin/labs/${idIn(await done(staff('POST', '/api/admin/labs', fields)), 'lab')}`;
  const calls = [
    () => staff('GET', '/api/admin/labs'),
    () => staff('PUT', address, { ...fields, title: 'Körpü' }),
    () => staff('PATCH', `${address}/status`, { status: 'completed' }),
  ];
  return { address, calls };
};

const kinds: Readonly<Record<string, Kind>> = { partner, clinic, card, lab };

/** One of this many calls is the deletion. */
const EVERY = 8;

/**
 * Milliseconds. A new picture is rendered before its rows are written: a deletion that comes too early meets no row.
 */
const LATEST_DELETION = 120;

/** Statuses of a change after the deletion: not found, or a conflict with a concurrent change. */
const late = [400, 404, 409];

const pictures = ({ dataDir }: Clinic) => readdirSync(join(dataDir, 'objects/pictures')).length;

/** Races deletions against changes of one thing: it is deleted once, no call fails, no picture of it remains. */
export async function raceDeletionsWithChanges(
  servers: Clinic,
  together: number,
): Promise<string[]> {
  const { random, released, staff } = servers;
  const before = pictures(servers);
  const [name, kind] = random.pick(Object.entries(kinds));
  const { address, calls } = await kind(servers);
  const order = shuffled(
    random,
    times(together, (number) => (number % EVERY === 0 ? 'delete' : 'change')),
  );
  const delay = random.below(LATEST_DELETION);
  const sent = order.map(async (verb) =>
    verb === 'delete' ? { ...(await staff('DELETE', address)), delay } : random.pick(calls)(),
  );
  const replies = await released(await Promise.all(sent));
  const of = (verb: string) => replies.filter((_, number) => order[number] === verb);
  const deletions = of('delete');
  const changes = of('change');
  const remaining = pictures(servers) - before;
  const right =
    countStatus(deletions, 200) === 1 &&
    countStatus(deletions, 404) === deletions.length - 1 &&
    changes.every(({ status }) => status === 200 || late.includes(status)) &&
    remaining === 0;
  return right
    ? []
    : [
        `${name}: deletes ${formatStatuses(deletions)}, changes ${formatStatuses(changes)}, ${remaining} pictures remain`,
      ];
}
