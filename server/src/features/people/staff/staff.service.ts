import type { CreateStaff, Radiologist, StaffStatus } from '@deqiq/contract/people/staff.ts';
import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { isoNow } from '../../../platform/time.ts';
import * as repo from './staff.repo.ts';
import {
  assertOwnerStays,
  type By,
  change,
  changeRadiologist,
  changeStatus,
  createMember,
  findOrFail,
  getMember,
  present,
  type StaffDeps,
} from './staff-changes.ts';

export type StaffService = ReturnType<typeof staffService>;

/** Accounts of staff. At least one active owner always remains. */
export function staffService(deps: StaffDeps) {
  const { db, passwords, sessions, factors, now } = deps;

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

    create: (by: By, fields: CreateStaff) => createMember(deps, by, fields),

    async changeRole(by: By, id: string, role: StaffRole) {
      const entry = { action: 'change-role', detail: role, own: staffMessages.ownAccount };
      await change(deps, by, id, entry, async (tx, _, owners) => {
        if (role !== 'owner') assertOwnerStays(owners, id);
        await repo.update(tx, id, { role });
      });
      return { member: await getMember(deps, id), message: staffMessages.roleChanged() };
    },

    /** A disabled account cannot sign in; its sessions end immediately. */
    changeStatus: (by: By, id: string, status: StaffStatus) => changeStatus(deps, by, id, status),

    /** Gives the right to sign diagnostic reports, also to oneself: the owner may be the radiologist. */
    setRadiologist: (by: By, id: string, radiologist: Radiologist) =>
      changeRadiologist(deps, by, id, radiologist),

    /** Signed reports keep the name. */
    removeRadiologist: (by: By, id: string) => changeRadiologist(deps, by, id, null),

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
