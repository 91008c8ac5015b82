import { randomUUID } from 'node:crypto';
import type { Checkup, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { addKind } from '@deqiq/testkit/http/booking.ts';
import { askForGift, readPaymentId } from '@deqiq/testkit/http/points.ts';
import { someReferral } from '@deqiq/testkit/http/referrals.ts';
import { createShare } from '@deqiq/testkit/http/shares.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { type ApiObjects, createApiObjects } from '@deqiq/testkit/operations/api-objects.ts';
import { listOperations, type Operation } from '@deqiq/testkit/operations/document.ts';
import { createPeople, type People, Person } from '@deqiq/testkit/operations/people.ts';
import { someDicom, type World } from '@deqiq/testkit/world.ts';

/** An existing id, or a token or URL that identifies something. */
export interface Id {
  readonly text: string;
  /** The kind of the thing: `partner`, `checkup`, `session`, … */
  readonly thing: string;
  /** The owner, only for things that give their owner access to more. */
  readonly owner?: string;
}

export interface FilledWorld {
  readonly world: World;
  readonly operations: readonly Operation[];
  readonly objects: ApiObjects;
  readonly people: People;
  /** A person who was signed in once. */
  readonly ended: Person;
  readonly ids: readonly Id[];
}

/** Creates a world in which two partners and staff own something of every kind. */
export async function fillWorld(world: World): Promise<FilledWorld> {
  const people = await createPeople(world);
  const objects = createApiObjects(world, people);
  for (const person of [people.partner, people.other]) await fillFor(world, person);
  for (const thing of ['clinic', 'card', 'reservation', 'application', 'message'] as const)
    await objects.take(thing);
  const fileId = randomUUID();
  (await world.admin.sendChunk(fileId, 0, someDicom(), { fileName: 'panoram.dcm' })).ok();
  const deleted = await world.addPartner();
  (await world.admin.delete(`/api/admin/partners/${deleted._id}`)).ok();
  const ended = await new Person(
    world.visitor,
    'partner',
    people.own.email,
    PARTNER_PASSWORD,
  ).signIn();
  (await ended.client.post('/api/partner/auth/logout')).ok();
  const ids = [
    ...(await idsOf(world)).filter(({ text }) => text !== deleted._id),
    { text: deleted._id, thing: 'deleted partner' },
    ...(await linksOf(people.partner)),
    ...(await linksOf(people.other)),
    { text: fileId, thing: 'upload of other staff' },
    { text: 'panoram.dcm', thing: 'fileName' },
    { text: people.partner.client.tokens?.accessToken ?? '', thing: 'token' },
    { text: people.partner.client.tokens?.refreshToken ?? '', thing: 'token' },
  ];
  return { world, operations: listOperations(world.app), objects, people, ended, ids };
}

async function fillFor({ admin, addCheckup }: World, { client, password }: Person): Promise<void> {
  const account = (await client.get('/api/partner/account')).ok<{ partner: { _id: string } }>();
  const { _id: partner } = account.partner;
  const { _id, xrayFileLinks } = await addCheckup({ partner });
  const annotation = { _id: randomUUID(), content: { kind: 'window', centre: 1, width: 2 } };
  const annotations = `/api/partner/files/${xrayFileLinks[0]?.id}/annotations`;
  (await client.post(annotations, annotation)).ok();
  await createShare(client, 'partner', _id);
  (await client.post('/api/partner/referrals', someReferral())).ok();
  (await admin.post('/api/admin/patients', someReferral().patient)).ok();
  await addKind(admin, []);
  const token = { name: 'Weasis', days: 30, password };
  (await client.post('/api/partner/account/program-tokens', token)).ok();
  (await client.form('POST', '/api/partner/misc/create-checkup', { file: await picture() })).ok();
  const dates = { startDate: '2026-11-20', endDate: '2026-11-20' };
  (await admin.post('/api/admin/labs', { title: 'Tac', partner, ...dates })).ok();
  await askForGift(client);
  const settled = readPaymentId(await askForGift(client));
  (await admin.patch(`/api/admin/payments/confirm/${settled}`)).ok();
  (await client.post('/api/partner/misc/report', { message: 'Salam' })).ok();
}

const tables = {
  partners: 'partner',
  labs: 'lab',
  payments: 'payment',
  reports: 'report',
  admins: 'staff',
  patients: 'patient',
  examination_kinds: 'kind',
  clinics: 'clinic',
  partner_cards: 'card',
  reservation_applications: 'reservation',
  partner_applications: 'application',
  contact_messages: 'message',
  audit: 'audit row',
} as const;

/** Number of rows of a kind that are enough, where there can be many. */
const MAX_OF_KIND = 12;

async function idsOf({ db }: World): Promise<Id[]> {
  const ids: Id[] = [];
  for (const [table, thing] of Object.entries(tables) as [keyof typeof tables, string][]) {
    const rows = await db.selectFrom(table).select('id').limit(MAX_OF_KIND).execute();
    ids.push(...rows.map(({ id }) => ({ text: id, thing })));
  }
  const owned = [
    ...(await db.selectFrom('sessions').select(['id', 'person_id as owner']).execute()).map(
      (row) => ({ ...row, thing: 'session' }),
    ),
    ...(await db.selectFrom('referrals').select(['id', 'partner_id as owner']).execute()).map(
      (row) => ({ ...row, thing: 'referral' }),
    ),
    ...(await db.selectFrom('checkups').select(['id', 'partner_id as owner']).execute()).map(
      (row) => ({ ...row, thing: 'checkup' }),
    ),
    ...(
      await db
        .selectFrom('checkup_files')
        .innerJoin('checkups', 'checkups.id', 'checkup_id')
        .select(['checkup_files.id', 'partner_id as owner'])
        .execute()
    ).map((row) => ({ ...row, thing: 'file' })),
    ...(
      await db.selectFrom('annotations').select(['client_id as id', 'author_id as owner']).execute()
    ).map((row) => ({ ...row, thing: 'annotation' })),
    ...(await db.selectFrom('shares').select(['id', 'partner_id as owner']).execute()).map(
      (row) => ({ ...row, thing: 'share' }),
    ),
    ...(await db.selectFrom('program_tokens').select(['id', 'person_id as owner']).execute()).map(
      (row) => ({ ...row, thing: 'program token' }),
    ),
    ...(await db.selectFrom('report_macros').select(['id', 'author_id as owner']).execute()).map(
      (row) => ({ ...row, thing: 'report macro' }),
    ),
  ];
  const ofOwners = Map.groupBy(owned, ({ thing, owner }) => `${thing} ${owner}`);
  for (const of of ofOwners.values())
    for (const { id, thing, owner } of of.slice(0, MAX_OF_KIND))
      ids.push({ text: id, thing, owner });
  for (const { id, kind } of await db.selectFrom('pictures').select(['id', 'kind']).execute())
    ids.push({ text: `${id}.webp`, thing: `${kind}File` }, { text: id, thing: 'picture' });
  for (const claim of await db.selectFrom('upload_claims').selectAll().execute())
    ids.push({ text: claim.file_id, thing: 'upload of other staff' });
  return ids;
}

/** The links that a partner receives, in every variant. */
async function linksOf({ client }: Person): Promise<Id[]> {
  const list = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  return list.checkups.flatMap(urlsOf).map((url) => ({
    text: url.split('/').at(-1) ?? '',
    thing: 'capability',
  }));
}

/** Every link of a checkup. */
export const urlsOf = ({ fileLinks, xrayFileLinks }: Checkup): string[] =>
  [...fileLinks, ...xrayFileLinks].flatMap(({ url, previewUrl }) =>
    previewUrl ? [url, previewUrl] : [url],
  );
