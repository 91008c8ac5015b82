import { randomUUID } from 'node:crypto';
import type { DeviceAnswer } from '@deqiq/contract/machines/devices.ts';
import type {
  ProgramTokenCreated,
  ProgramTokens,
} from '@deqiq/contract/machines/program-tokens.ts';
import type { OwnSessions } from '@deqiq/contract/people/sessions.ts';
import type { StaffMember } from '@deqiq/contract/people/staff.ts';
import { addPushSubscription } from '../../http/push-subscriptions.ts';
import { addConflict, addStudy } from '../../http/studies.ts';
import type { World } from '../../world.ts';
import { Person } from '../people.ts';
import { clearFactor } from '../people-accounts.ts';
import type { ObjectContext } from './object-context.ts';

type StaffAnswer = { member: StaffMember };

/** People, their sessions, tokens and devices, machines and their studies. */
export function createAccountObjects(context: ObjectContext) {
  const { world, people, findOrCreate } = context;
  const { addPartner } = world;
  const admin = () => people.admin.client;
  const partner = () => people.partner.client;
  return {
    partner: async () => (await addPartner())._id,
    pushDevice: async () => (await addPushSubscription(partner())) ?? '',
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
    staffSession: () => openSession(world, people.admin),
    partnerSession: () => openSession(world, people.partner),
    staffProgramToken: () => addProgramToken(world, people.admin),
    partnerProgramToken: () => addProgramToken(world, people.partner),
  };
}

async function openSession(
  { visitor }: World,
  { role, account, password }: Person,
): Promise<string> {
  const person = await new Person(visitor, role, account, password).signIn();
  const answer = (await person.client.get(`/api/${role}/auth/sessions`)).ok<OwnSessions>();
  return answer.sessions.find(({ current }) => current)?._id ?? '';
}

/** The only token of this person, for there may be few. */
async function addProgramToken(
  { db, visitor }: World,
  { role = 'admin', account, password }: Person,
): Promise<string> {
  await clearFactor(db, role, account);
  const { client } = await new Person(visitor, role, account, password).signIn();
  const path = `/api/${role}/account/program-tokens`;
  for (const { _id } of (await client.get(path)).ok<ProgramTokens>().tokens)
    await client.delete(`${path}/${_id}`);
  const created = await client.post(path, { name: 'OHIF', days: 30, password });
  return created.ok<ProgramTokenCreated>().programToken._id;
}
