import { randomUUID } from 'node:crypto';
import type { CheckupList, FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { ShipmentAnswer } from '@deqiq/contract/examinations/shipments.ts';
import type { Annotation, AnnotationContent } from '@deqiq/contract/imaging/annotations.ts';
import type { DeviceAnswer } from '@deqiq/contract/machines/devices.ts';
import type {
  ProgramTokenCreated,
  ProgramTokens,
} from '@deqiq/contract/machines/program-tokens.ts';
import type { Lab } from '@deqiq/contract/office/labs.ts';
import type { OwnSessions } from '@deqiq/contract/people/sessions.ts';
import type { StaffMember } from '@deqiq/contract/people/staff.ts';
import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import { putObject } from '../../../server/src/platform/storage/small-objects.ts';
import type { Client } from '../client.ts';
import { picture } from '../documents/pictures.ts';
import { askForGift, readPaymentId } from '../http/points.ts';
import { addPushSubscription, subscriptionFields } from '../http/push-subscriptions.ts';
import { createShare } from '../http/shares.ts';
import { addConflict, addStudy } from '../http/studies.ts';
import { someDicom, type World } from '../world.ts';
import { type People, Person } from './people.ts';
import { clearFactor } from './people-accounts.ts';
import type { Fields } from './request.ts';

const someContent: AnnotationContent = {
  kind: 'length',
  points: [
    [1, 2],
    [30.5, 40],
  ],
};

type StaffAnswer = { member: StaffMember };

export type ApiObjects = ReturnType<typeof createApiObjects>;

/** Things for calls to act on: created on first use, and again after a call has used them up. */
export function createApiObjects(world: World, people: People) {
  const { addPartner, addCheckup, visitor } = world;
  const admin = () => people.admin.client;
  const partner = () => people.partner.client;

  async function newest(url: string, list: string): Promise<string> {
    const answer = (await admin().get(`${url}?limit=1`)).ok<Record<string, { _id: string }[]>>();
    return answer[list]?.[0]?._id ?? '';
  }

  async function afterForm(url: string, list: string, more: Fields): Promise<string> {
    const person = { fullName: 'Nigar', email: 'nigar@example.az', phone: '+994501234567' };
    (await visitor.post(url, { ...person, ...more })).ok();
    return newest(list, 'applications');
  }

  const makers = {
    partner: async () => (await addPartner())._id,
    checkup: async () => (await addCheckup())._id,
    deletion: async () => {
      const { _id } = await addCheckup();
      (await admin().delete(`/api/admin/checkups/${_id}`)).ok();
      return newest('/api/admin/checkups/deleted', 'deletions');
    },
    lab: async () => {
      const day = '2026-11-20';
      const fields = {
        title: 'Tac',
        partner: await findOrCreate('partner'),
        startDate: day,
        endDate: day,
      };
      return (await admin().post('/api/admin/labs', fields)).ok<{ lab: Lab }>().lab._id;
    },
    payment: async () => readPaymentId(await askForGift(partner())),
    shipment: async () => {
      const sent = await partner().form('POST', '/api/partner/misc/create-checkup', {
        file: await picture(),
      });
      return sent.ok<ShipmentAnswer>().checkup._id;
    },
    ownFile: async () => {
      const id = await findOrCreate('shipment');
      const { checkup } = (await partner().get(`/api/partner/checkups/${id}`)).ok<FoundCheckup>();
      return checkup.fileLinks[0]?.id ?? '';
    },
    annotation: async () => addAnnotation(admin(), 'admin', await findOrCreate('file')),
    ownAnnotation: async () => addAnnotation(partner(), 'partner', await findOrCreate('ownFile')),
    share: async () => addShare(admin(), 'admin', await findOrCreate('checkup')),
    ownShare: async () => addShare(partner(), 'partner', await findOrCreate('shipment')),
    pushDevice: async () => (await addPushSubscription(partner())) ?? '',
    report: async () => {
      (await partner().post('/api/partner/misc/report', { message: 'Salam' })).ok();
      return newest('/api/admin/reports', 'reports');
    },
    clinic: async () => (await addClinic())._id,
    clinicFile: async () => (await addClinic()).imageUrl,
    card: async () => (await addCard())._id,
    cardFile: async () => (await addCard()).imageUrl,
    reservation: () =>
      afterForm('/api/misc/reservation-application', '/api/admin/applications/reservation', {
        partnerFullName: 'Əliyev',
      }),
    application: () =>
      afterForm('/api/misc/partner-application', '/api/admin/applications/partner', {
        clinicName: 'Ağ Diş',
        clinicPhone: '0125550120',
      }),
    message: () => afterForm('/api/misc/contact-message', '/api/admin/applications/contact', {}),
    staff: async () => {
      const fields = { username: randomUUID(), role: 'staff', password: 'a good password' };
      const answer = await admin().post('/api/admin/staff', fields);
      return answer.ok<StaffAnswer>().member._id;
    },
    device: async () => {
      const fields = { name: 'Planmeca', kind: 'panoramic', aeTitle: randomUUID().slice(0, 16) };
      const at = { host: '127.0.0.1', port: 1 };
      const answer = await admin().post('/api/admin/devices', { ...fields, ...at });
      return answer.ok<DeviceAnswer>().device._id;
    },
    study: () => addStudy(world.db, 'waiting'),
    asideStudy: () => addStudy(world.db, 'aside'),
    studyConflict: async () => addConflict(world.db, await findOrCreate('study')),
    fileName: async () => 'panoram.dcm',
    derivedName: async () => 'preview-320',
    file: async () => {
      const checkupId = await findOrCreate('checkup');
      const { checkups } = (await admin().get('/api/admin/checkups?limit=100')).ok<CheckupList>();
      const checkup = checkups.find(({ _id }) => _id === checkupId);
      return checkup?.xrayFileLinks[0]?.id ?? '';
    },
    upload: () => admin().upload(someDicom(), 'panoram.dcm'),
    staffSession: () => openSession(people.admin),
    partnerSession: () => openSession(people.partner),
    staffProgramToken: () => addProgramToken(people.admin),
    partnerProgramToken: () => addProgramToken(people.partner),
    capability: async () => {
      const checkup = await addCheckup({ fileName: 'panoram.dcm' });
      return checkup.xrayFileLinks[0]?.url.split('/').at(-1) ?? '';
    },
    /** Of a file with one preview. */
    derivedCapability: async () => {
      const checkup = await addCheckup({ fileName: 'panoram.dcm' });
      const { id = '' } = checkup.xrayFileLinks[0] ?? {};
      const generation = '0123456789ab';
      await putObject(
        world.storage,
        `derived/${id}_${generation}_preview-320`,
        Buffer.from('a preview'),
      );
      const summary = JSON.stringify({ previews: [320] });
      await world.db
        .updateTable('file_imaging')
        .set({ state: 'ready', kind: 'image', generation, summary })
        .where('file_id', '=', id)
        .execute();
      const { checkups } = (await admin().get('/api/admin/checkups?limit=100')).ok<CheckupList>();
      const link = checkups.flatMap((each) => each.xrayFileLinks).find((file) => file.id === id);
      return link?.imaging.url?.split('/').at(-2) ?? '';
    },
  };

  async function openSession({ role, account, password }: Person): Promise<string> {
    const person = await new Person(visitor, role, account, password).signIn();
    const answer = (await person.client.get(`/api/${role}/auth/sessions`)).ok<OwnSessions>();
    return answer.sessions.find(({ current }) => current)?._id ?? '';
  }

  /** The only token of this person, for there may be few. */
  async function addProgramToken({ role = 'admin', account, password }: Person): Promise<string> {
    await clearFactor(world.db, role, account);
    const { client } = await new Person(visitor, role, account, password).signIn();
    const path = `/api/${role}/account/program-tokens`;
    for (const { _id } of (await client.get(path)).ok<ProgramTokens>().tokens)
      await client.delete(`${path}/${_id}`);
    const created = await client.post(path, { name: 'OHIF', days: 30, password });
    return created.ok<ProgramTokenCreated>().programToken._id;
  }

  async function addAnnotation(client: Client, area: string, file: string): Promise<string> {
    const fields = { _id: randomUUID(), content: someContent };
    const answer = await client.post(`/api/${area}/files/${file}/annotations`, fields);
    return answer.ok<{ annotation: Annotation }>().annotation._id;
  }

  const addShare = async (client: Client, area: 'admin' | 'partner', checkup: string) =>
    (await createShare(client, area, checkup)).share._id;

  async function addClinic(): Promise<Clinic> {
    const fields = { title: 'Ağ Diş', phone: '012', instagram: '@agdis', image: await picture() };
    const answer = await admin().form('POST', '/api/admin/clinics', fields);
    return answer.ok<{ clinic: Clinic }>().clinic;
  }

  async function addCard(): Promise<Doctor> {
    const fields = { firstName: 'Zaur', lastName: 'Əli', phone: '012', image: await picture() };
    const answer = await admin().form('POST', '/api/admin/partnercards', fields);
    return answer.ok<{ partnerCard: Doctor }>().partnerCard;
  }

  type Thing = keyof typeof makers;
  const existing = new Map<Thing, string>();

  async function findOrCreate(thing: Thing): Promise<string> {
    const id = existing.get(thing) ?? (await makers[thing]());
    existing.set(thing, id);
    return id;
  }

  /** Finds the kind of object of an id in a path. */
  const thingFor = (path: string, name: string): Thing => {
    const rule = rules.find(([prefix, param]) => path.startsWith(prefix) && param === name);
    if (!rule) throw new Error(`api-objects.ts has no rule for {${name}} of ${path}`);
    return rule[2];
  };

  /** The kind of thing that a path parameter identifies. */
  const rules: readonly (readonly [path: string, param: string, thing: Thing])[] = [
    ['/api/admin/staff/', 'id', 'staff'],
    ['/api/admin/partners/', 'id', 'partner'],
    ['/api/admin/partner-stats/', 'id', 'partner'],
    ['/api/admin/partner-stats/', 'partnerId', 'partner'],
    ['/api/admin/payments/', 'paymentId', 'payment'],
    ['/api/admin/reports/', 'id', 'report'],
    ['/api/admin/checkups/deleted/', 'id', 'deletion'],
    ['/api/admin/checkups/', 'id', 'checkup'],
    ['/api/admin/checkups/', 'fileName', 'fileName'],
    ['/api/admin/checkups/', 'fileId', 'upload'],
    ['/api/partner/misc/checkups/', 'id', 'shipment'],
    ['/api/partner/checkups/', 'id', 'shipment'],
    ['/api/admin/labs/', 'id', 'lab'],
    ['/api/admin/auth/sessions/', 'id', 'staffSession'],
    ['/api/partner/auth/sessions/', 'id', 'partnerSession'],
    ['/api/admin/account/program-tokens/', 'id', 'staffProgramToken'],
    ['/api/partner/account/program-tokens/', 'id', 'partnerProgramToken'],
    ['/api/admin/clinics/', 'id', 'clinic'],
    ['/api/admin/partnercards/', 'id', 'card'],
    ['/api/admin/applications/reservations/', 'id', 'reservation'],
    ['/api/admin/applications/partners/', 'id', 'application'],
    ['/api/admin/applications/contacts/', 'id', 'message'],
    ['/public/uploads/clinicFiles/', 'file', 'clinicFile'],
    ['/public/uploads/partnerCardFiles/', 'file', 'cardFile'],
    ['/public/uploads/checkupFiles/{capability}/', 'capability', 'derivedCapability'],
    ['/public/uploads/checkupFiles/', 'capability', 'capability'],
    ['/public/uploads/checkupFiles/', 'name', 'derivedName'],
    ['/api/admin/files/', 'id', 'file'],
    ['/api/admin/files/', 'annotation', 'annotation'],
    ['/api/partner/files/', 'id', 'ownFile'],
    ['/api/partner/files/', 'annotation', 'ownAnnotation'],
    ['/api/admin/shares/', 'id', 'share'],
    ['/api/partner/shares/', 'id', 'ownShare'],
    ['/api/partner/notifications/devices/', 'id', 'pushDevice'],
    ['/api/admin/devices/', 'id', 'device'],
    ['/api/admin/intake/{id}/undo', 'id', 'asideStudy'],
    ['/api/admin/intake/', 'id', 'study'],
    ['/api/admin/intake/', 'conflict', 'studyConflict'],
  ];

  return {
    take: findOrCreate,
    thingFor,

    /** A value for a path parameter. */
    param: (path: string, name: string) => findOrCreate(thingFor(path, name)),

    /** Forgets all things after a call that may have used them up; the next call gets others. */
    clear: () => existing.clear(),

    /** The value of a field that differs between paths; undefined if it does not. */
    fieldAt: async (path: string, name: string): Promise<unknown> => {
      if (name !== 'files' || !path.endsWith('/shares')) return undefined;
      return [await findOrCreate(path.startsWith('/api/admin') ? 'file' : 'ownFile')];
    },

    /** Fields whose values must exist, or be of one kind, to be valid; by name. */
    fields: {
      /** Of a deleted file, in the query. */
      id: () => findOrCreate('file'),
      partner: () => findOrCreate('partner'),
      checkupId: () => findOrCreate('checkup'),
      checkup: () => findOrCreate('checkup'),
      days: async () => 7,
      pin: async () => true,
      /** The study is one that was set aside. */
      assignment: async () => '',
      xrayFiles: async () => [await uploaded()],
      files: async () => [await uploaded()],
      chunk: async () => ({ fileName: 'blob', bytes: someDicom() }),
      fileId: async () => randomUUID(),
      fileName: async () => 'panoram.dcm',
      derivedName: async () => 'preview-320',
      chunkNumber: async () => '0',
      totalChunks: async () => '1',
      image: () => picture(),
      images: async () => [await picture(), await picture({ format: 'jpeg' })],
      file: () => picture(),
      existingImageUrl: async () => '',
      deletedImageUrls: async () => '[]',
      website: async () => '',
      username: async () => randomUUID(),
      aeTitle: async () => randomUUID().slice(0, 16),
      addresses: async () => '192.0.2.0/24 2001:db8::1',
      host: async () => '127.0.0.1',
      port: async () => 104,
      list: async () => 'open',
      email: async () => `${randomUUID()}@example.az`,
      phone: async () => '+994 50 123 45 67',
      clinicPhone: async () => '012 555 01 20',
      birthDate: async () => '1985-04-12',
      startDate: async () => '2026-11-20',
      from: async () => '2026-11-20',
      to: async () => '2026-11-27',
      endDate: async () => '2026-11-27T00:00:00.000Z',
      balance: async () => 5.25,
      count: async () => 3,
      action: async () => 'add',
      w: async () => '480',
      _id: async () => randomUUID(),
      content: async () => someContent,
      version: async () => 1,
      ...subscriptionFields,
    } satisfies Record<string, () => Promise<unknown>>,
  };

  async function uploaded() {
    return { fileId: await makers.upload(), fileName: 'panoram.dcm', totalChunks: 1 };
  }
}
