import type {
  CreateStaff,
  Radiologist,
  StaffMember,
  StaffStatus,
} from '@deqiq/contract/people/staff.ts';
import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import type { PasswordHasher } from '../../../platform/credentials.ts';
import { accountKey } from '../../../platform/credentials.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import * as repo from './staff.repo.ts';

interface Deps {
  db: Db;
  passwords: Pick<PasswordHasher, 'hash'>;
  sessions: Pick<SessionsService, 'endOfPerson'>;
  factors: Pick<SecondFactorService, 'removeIn'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** The owner who changes an account, or null for the operator of the machine. */
type By = Actor | null;

type Row = NonNullable<Awaited<ReturnType<typeof repo.find>>>;

export type StaffService = ReturnType<typeof staffService>;

/** Accounts of staff. At least one active owner always remains. */
export function staffService(deps: Deps) {
  const { db, passwords, sessions, factors, audit, now } = deps;
  const get = (id: string) => getMember(deps, id);

  return {
    list: async () => ({ staff: (await repo.list(db, isoNow(now))).map(present) }),

    /** Everyone by name, for colleagues. */
    listNames: async () => ({
      colleagues: (await repo.list(db, isoNow(now)))
        .map(present)
        .map(({ _id, username, status }) => ({ _id, username, status })),
    }),

    /** In the caller's transaction: an account that may sign in, which stays until the commit. */
    lockActive: (tx: Db, id: string) => repo.lockActive(tx, id),

    /** Throws 409 if the username is taken. */
    async create(by: By, { username, role, password }: CreateStaff) {
      const id = newId();
      const password_hash = await passwords.hash(password);
      await rejectDuplicateUsername(() =>
        db.transaction().execute(async (tx) => {
          const row = { id, username, username_key: accountKey(username), password_hash, role };
          await repo.insert(tx, { ...row, created_at: isoNow(now) });
          await audit.record(tx, by, 'create', 'admin', id, `${username}, ${role}`);
        }),
      );
      return { member: await get(id), message: staffMessages.created() };
    },

    async changeRole(by: By, id: string, role: StaffRole) {
      const entry = { action: 'change-role', detail: role, own: staffMessages.ownAccount };
      await change(deps, by, id, entry, async (tx, _, owners) => {
        if (role !== 'owner') assertOwnerStays(owners, id);
        await repo.update(tx, id, { role });
      });
      return { member: await get(id), message: staffMessages.roleChanged() };
    },

    /** A disabled account cannot sign in; its sessions end immediately. */
    async changeStatus(by: By, id: string, status: StaffStatus) {
      const isDisabled = status === 'disabled';
      const entry = { action: isDisabled ? 'disable' : 'enable', own: staffMessages.ownAccount };
      await change(deps, by, id, entry, async (tx, _, owners) => {
        if (isDisabled) assertOwnerStays(owners, id);
        await repo.update(tx, id, { disabled_at: isDisabled ? isoNow(now) : null });
        if (isDisabled) await sessions.endOfPerson(tx, 'admin', id);
      });
      const message = isDisabled ? staffMessages.disabled() : staffMessages.enabled();
      return { member: await get(id), message };
    },

    /** Gives the right to sign diagnostic reports, also to oneself: the owner may be the radiologist. */
    async setRadiologist(by: By, id: string, { name, title, licence }: Radiologist) {
      const entry = { action: 'set-radiologist', detail: [name, title, licence].join(', ') };
      await change(deps, by, id, entry, async (tx) => {
        await repo.update(tx, id, {
          radiologist_name: name,
          radiologist_title: title,
          radiologist_licence: licence,
        });
      });
      return { member: await get(id), message: staffMessages.radiologistSet() };
    },

    /** Signed reports keep the name. */
    async removeRadiologist(by: By, id: string) {
      await change(deps, by, id, { action: 'remove-radiologist' }, async (tx) => {
        await repo.update(tx, id, {
          radiologist_name: null,
          radiologist_title: null,
          radiologist_licence: null,
        });
      });
      return { member: await get(id), message: staffMessages.radiologistRemoved() };
    },

    /** Removes the account; the audit keeps its id, and the name once. */
    async remove(by: By, id: string) {
      const entry = { action: 'delete', own: staffMessages.ownAccount };
      await change(deps, by, id, entry, async (tx, _, owners) => {
        assertOwnerStays(owners, id);
        await sessions.endOfPerson(tx, 'admin', id);
        await factors.removeIn(tx, { role: 'admin', personId: id });
        await repo.remove(tx, id);
      });
      return { message: staffMessages.removed() };
    },

    async resetPassword(by: By, id: string, password: string) {
      const password_hash = await passwords.hash(password);
      const entry = { action: 'reset-password', own: staffMessages.ownSignIn };
      await change(deps, by, id, entry, async (tx) => {
        await repo.update(tx, id, { password_hash });
        await sessions.endOfPerson(tx, 'admin', id);
      });
      return { message: staffMessages.passwordReset() };
    },

    /** Removes the second factor of a colleague who lost the phone and the recovery codes. */
    async resetSecondFactor(by: By, id: string) {
      const entry = { action: 'reset-second-factor', own: staffMessages.ownSignIn };
      await change(deps, by, id, entry, async (tx) => {
        await factors.removeIn(tx, { role: 'admin', personId: id });
        await sessions.endOfPerson(tx, 'admin', id);
      });
      return { message: staffMessages.secondFactorReset() };
    },

    async signOut(by: By, id: string) {
      await change(deps, by, id, { action: 'end-sessions', own: staffMessages.ownSignIn }, (tx) =>
        sessions.endOfPerson(tx, 'admin', id),
      );
      return { message: staffMessages.sessionsEnded() };
    },

    async account({ personId, mustEnrol = false }: Actor) {
      const row = await findOrFail(deps, personId);
      const { _id, username, role, secondFactor: isOn, radiologist } = present(row);
      const off = mustEnrol ? ('required' as const) : ('off' as const);
      const secondFactor = isOn ? ('on' as const) : off;
      return {
        account: { _id, username, role, secondFactor, language: row.language, radiologist },
      };
    },
  };
}

async function findOrFail({ db, now }: Deps, id: string): Promise<Row> {
  const row = await repo.find(db, id, isoNow(now));
  if (!row) throw notFound(staffMessages.notFound());
  return row;
}

const getMember = async (deps: Deps, id: string): Promise<StaffMember> =>
  present(await findOrFail(deps, id));

/** Writes one change of one account with its audit row. `own`: the refusal where people change their own account. */
async function change(
  { db, audit, now }: Deps,
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

function assertOwnerStays(owners: readonly string[], id: string): void {
  if (owners.every((owner) => owner === id)) throw conflict(staffMessages.lastOwner());
}

const present = (row: Row): StaffMember => ({
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

async function rejectDuplicateUsername(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!repo.isUsernameTaken(error)) throw error;
    const message = staffMessages.usernameTaken();
    throw new AppError('conflict', 409, message, [{ path: 'username', message }]);
  }
}
