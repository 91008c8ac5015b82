import type {
  CreateStaff,
  Radiologist,
  StaffMember,
  StaffStatus,
} from '@deqiq/contract/people/staff.ts';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { accountKey, type PasswordHasher } from '../../../platform/secrets/credentials.ts';
import { isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import * as repo from './staff.repo.ts';

export interface StaffDeps {
  db: Db;
  passwords: Pick<PasswordHasher, 'hash'>;
  sessions: Pick<SessionsService, 'endOfPerson'>;
  factors: Pick<SecondFactorService, 'removeIn'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** The owner who changes an account, or null for the operator of the machine. */
export type By = Actor | null;

type Row = NonNullable<Awaited<ReturnType<typeof repo.find>>>;

/** Throws 409 if the username is taken. */
export async function createMember(
  deps: StaffDeps,
  by: By,
  { username, role, password }: CreateStaff,
) {
  const { db, passwords, audit, now } = deps;
  const id = newId();
  const password_hash = await passwords.hash(password);
  await rejectDuplicateUsername(() =>
    db.transaction().execute(async (tx) => {
      const row = { id, username, username_key: accountKey(username), password_hash, role };
      await repo.insert(tx, { ...row, created_at: isoNow(now) });
      await audit.record(tx, by, 'create', 'admin', id, `${username}, ${role}`);
    }),
  );
  return { member: await getMember(deps, id), message: staffMessages.created() };
}

/** A disabled account cannot sign in; its sessions end immediately. */
export async function changeStatus(deps: StaffDeps, by: By, id: string, status: StaffStatus) {
  const { sessions, now } = deps;
  const isDisabled = status === 'disabled';
  const entry = { action: isDisabled ? 'disable' : 'enable', own: staffMessages.ownAccount };
  await change(deps, by, id, entry, async (tx, _, owners) => {
    if (isDisabled) assertOwnerStays(owners, id);
    await repo.update(tx, id, { disabled_at: isDisabled ? isoNow(now) : null });
    if (isDisabled) await sessions.endOfPerson(tx, 'admin', id);
  });
  const message = isDisabled ? staffMessages.disabled() : staffMessages.enabled();
  return { member: await getMember(deps, id), message };
}

/** Gives the right to sign diagnostic reports, or takes it away. */
export async function changeRadiologist(
  deps: StaffDeps,
  by: By,
  id: string,
  radiologist: Radiologist | null,
) {
  const { name, title, licence } = radiologist ?? { name: null, title: null, licence: null };
  const entry = radiologist
    ? { action: 'set-radiologist', detail: [name, title, licence].join(', ') }
    : { action: 'remove-radiologist' };
  await change(deps, by, id, entry, async (tx) => {
    await repo.update(tx, id, {
      radiologist_name: name,
      radiologist_title: title,
      radiologist_licence: licence,
    });
  });
  const message = radiologist ? staffMessages.radiologistSet() : staffMessages.radiologistRemoved();
  return { member: await getMember(deps, id), message };
}

async function rejectDuplicateUsername(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!repo.isUsernameTaken(error)) throw error;
    const message = staffMessages.usernameTaken();
    throw new AppError('conflict', 409, message, [{ path: 'username', message }]);
  }
}

export async function findOrFail({ db, now }: StaffDeps, id: string): Promise<Row> {
  const row = await repo.find(db, id, isoNow(now));
  if (!row) throw notFound(staffMessages.notFound());
  return row;
}

export const getMember = async (deps: StaffDeps, id: string): Promise<StaffMember> =>
  present(await findOrFail(deps, id));

/** Writes one change of one account with its audit row. `own`: the refusal where people change their own account. */
export async function change(
  { db, audit, now }: StaffDeps,
  by: By,
  id: string,
  { action, detail, own }: { action: string; detail?: string; own?: () => string },
  work: (tx: Db, row: Row, owners: readonly string[]) => Promise<void>,
): Promise<void> {
  if (own && by?.personId === id) throw conflict(own());
  await db.transaction().execute(async (tx) => {
    const owners = await repo.lockActiveOwners(tx);
    const row = await repo.find(tx, id, isoNow(now));
    if (!row) throw notFound(staffMessages.notFound());
    await work(tx, row, owners);
    await audit.record(tx, by, action, 'admin', id, detail ?? row.username);
  });
}

export function assertOwnerStays(owners: readonly string[], id: string): void {
  if (owners.every((owner) => owner === id)) throw conflict(staffMessages.lastOwner());
}

export const present = (row: Row): StaffMember => ({
  _id: row.id,
  username: row.username,
  role: row.role,
  status: row.disabled_at === null ? 'active' : 'disabled',
  secondFactor: row.confirmed_at !== null,
  sessions: Number(row.sessions ?? 0),
  createdAt: row.created_at,
  radiologist:
    row.radiologist_name === null
      ? null
      : {
          name: row.radiologist_name,
          title: row.radiologist_title ?? '',
          licence: row.radiologist_licence ?? '',
        },
});
