import type {
  CreatePartner,
  PartnerQuery,
  UpdatePartner,
} from '@deqiq/contract/people/partners.ts';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { isoNow } from '../../../platform/time.ts';
import {
  createNotFoundError,
  createPartner,
  type Deps,
  endAccess,
  getPartner,
  updatePartner,
} from './partner-changes.ts';
import * as picker from './partner-picker.repo.ts';
import { present } from './partners.present.ts';
import * as repo from './partners.repo.ts';

export type PartnersService = ReturnType<typeof partnersService>;

/** Referring doctors and clinics: who may see X-rays, and how they sign in. */
export function partnersService(deps: Deps) {
  const { db, versions, passwords, factors, now } = deps;
  const get = (id: string) => getPartner(db, id);

  return {
    get,

    /** Changes whenever a list or a picker would. */
    version: () => versions.of('partners'),

    async list({ page, limit, fullName, sort, ids }: PartnerQuery & Selection) {
      const { rows, total } = await repo.list(db, { page, limit, fullName, sort, ids });
      return {
        partners: rows.map(present),
        pagination: {
          currentPage: page,
          totalPage: Math.max(1, Math.ceil(total / limit)),
          totalItems: total,
          itemsPerPage: limit,
        },
      };
    },

    async pick(name: string) {
      const rows = await picker.pick(db, name);
      return {
        partners: rows.map((row) => ({
          _id: row.id,
          firstName: row.first_name,
          lastName: row.last_name,
          clinicName: row.clinic_name,
        })),
      };
    },

    exists: async (id: string) => (await repo.find(db, id)) !== undefined,

    /** The partner with its password hash; the key is the e-mail as `accountKey` returns it. */
    findLogin: (key: string) => repo.findByEmailKey(db, key),

    findOwnLogin: (id: string) => repo.findOwnLogin(db, id),

    async create(actor: Actor, input: CreatePartner) {
      const id = await createPartner(deps, actor, input);
      return { partner: await get(id), message: partnerMessages.created() };
    },

    async update(actor: Actor, id: string, input: UpdatePartner) {
      await updatePartner(deps, actor, id, input);
      return { partner: await get(id), message: partnerMessages.updated() };
    },

    async resetPassword(actor: Actor, id: string, password: string) {
      await get(id);
      const hash = await passwords.hash(password);
      await endAccess(deps, actor, id, 'reset-password', async (tx) => {
        if (!(await repo.setPasswordHash(tx, id, hash))) throw createNotFoundError();
      });
      return { message: partnerMessages.passwordReset() };
    },

    /** In the caller's transaction: a new password that the partner has set with a code. All sessions end. */
    async replacePassword(tx: Db, id: string, hash: string): Promise<void> {
      if (!(await repo.setPasswordHash(tx, id, hash))) throw createNotFoundError();
      await deps.sessions.endOfPerson(tx, 'partner', id);
    },

    /** Removes the second factor of a partner who lost the phone and the recovery codes. */
    async resetSecondFactor(actor: Actor, id: string) {
      await get(id);
      await endAccess(deps, actor, id, 'reset-second-factor', async (tx) => {
        await factors.removeIn(tx, { role: 'partner', personId: id });
      });
      return { message: partnerMessages.secondFactorReset() };
    },

    /** The partner can no longer sign in, and its e-mail is free; its records stay visible to staff. */
    async remove(actor: Actor, id: string) {
      await endAccess(deps, actor, id, 'delete', async (tx) => {
        if (!(await repo.remove(tx, id, isoNow(now)))) throw createNotFoundError();
        await factors.removeIn(tx, { role: 'partner', personId: id });
      });
      return { message: partnerMessages.deleted() };
    },
  };
}
