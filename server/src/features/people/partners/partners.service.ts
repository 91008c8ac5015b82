import {
  type CreatePartner,
  type Partner,
  type PartnerQuery,
  partnerMessages,
  type UpdatePartner,
} from '@deqiq/contract/people/partners.ts';
import type { PasswordHasher } from '../../../platform/credentials.ts';
import { accountKey } from '../../../platform/credentials.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { present } from './partners.present.ts';
import * as repo from './partners.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  passwords: PasswordHasher;
  sessions: SessionsService;
  factors: Pick<SecondFactorService, 'removeIn'>;
  audit: AuditService;
  now: () => number;
}

export type PartnersService = ReturnType<typeof partnersService>;

/** Referring doctors and clinics: who may see X-rays, and how they sign in. */
export function partnersService(deps: Deps) {
  const { db, versions, passwords, factors, now } = deps;
  const get = (id: string) => getPartner(db, id);

  return {
    get,

    /** Changes whenever a list or a picker would. */
    version: () => versions.of('partners'),

    async list({ page, limit, fullName }: PartnerQuery) {
      const { rows, total } = await repo.list(db, { page, limit, fullName });
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
      const rows = await repo.pick(db, name);
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

    /** The e-mail and the password of a partner who is signed in. */
    findOwnLogin: (id: string) => repo.findOwnLogin(db, id),

    async create(actor: Actor, input: CreatePartner) {
      const id = await createPartner(deps, actor, input);
      return { partner: await get(id), message: partnerMessages.created };
    },

    async update(actor: Actor, id: string, input: UpdatePartner) {
      await updatePartner(deps, actor, id, input);
      return { partner: await get(id), message: partnerMessages.updated };
    },

    async resetPassword(actor: Actor, id: string, password: string) {
      await get(id);
      const hash = await passwords.hash(password);
      await endAccess(deps, actor, id, 'reset-password', async (tx) => {
        if (!(await repo.setPasswordHash(tx, id, hash))) throw createNotFoundError();
      });
      return { message: partnerMessages.passwordReset };
    },

    /** Removes the second factor of a partner who lost the phone and the recovery codes. */
    async resetSecondFactor(actor: Actor, id: string) {
      await get(id);
      await endAccess(deps, actor, id, 'reset-second-factor', async (tx) => {
        await factors.removeIn(tx, { role: 'partner', personId: id });
      });
      return { message: partnerMessages.secondFactorReset };
    },

    /** The partner can no longer sign in, and its e-mail is free; its records stay visible to staff. */
    async remove(actor: Actor, id: string) {
      await endAccess(deps, actor, id, 'delete', async (tx) => {
        if (!(await repo.remove(tx, id, isoNow(now)))) throw createNotFoundError();
        await factors.removeIn(tx, { role: 'partner', personId: id });
      });
      return { message: partnerMessages.deleted };
    },
  };
}

const createNotFoundError = () => notFound(partnerMessages.notFound);

async function getPartner(db: Db, id: string): Promise<Partner> {
  const row = await repo.find(db, id);
  if (!row) throw createNotFoundError();
  return present(row);
}

async function createPartner(
  { db, passwords, audit, now }: Deps,
  actor: Actor,
  input: CreatePartner,
): Promise<string> {
  const id = newId();
  const password_hash = await passwords.hash(input.password);
  await rejectDuplicateEmail(() =>
    db.transaction().execute(async (tx) => {
      await repo.insert(tx, {
        id,
        ...toColumns(input),
        clinic_name: input.clinicName,
        password_hash,
        created_at: isoNow(now),
      });
      await audit.record(tx, actor, 'create', 'partner', id);
    }),
  );
  return id;
}

async function updatePartner(
  { db, audit }: Deps,
  actor: Actor,
  id: string,
  input: UpdatePartner,
): Promise<void> {
  await rejectDuplicateEmail(() =>
    db.transaction().execute(async (tx) => {
      const changes = {
        ...toColumns(input),
        ...(input.clinicName !== undefined && { clinic_name: input.clinicName }),
      };
      if (!(await repo.update(tx, id, changes))) throw createNotFoundError();
      await audit.record(tx, actor, 'change', 'partner', id);
    }),
  );
}

/** A change after which every session of the partner ends. */
async function endAccess(
  { db, sessions, audit }: Deps,
  actor: Actor,
  id: string,
  action: string,
  write: (tx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await write(tx);
    await sessions.endOfPerson(tx, 'partner', id);
    await audit.record(tx, actor, action, 'partner', id);
  });
}

function toColumns(input: UpdatePartner) {
  return {
    first_name: input.firstName,
    last_name: input.lastName,
    birth_date: input.birthDate,
    phone: input.phone,
    email: input.email,
    email_key: accountKey(input.email),
    instagram: input.instagram,
  };
}

async function rejectDuplicateEmail(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!repo.isEmailTaken(error)) throw error;
    const message = partnerMessages.emailTaken;
    throw new AppError('conflict', 409, message, [{ path: 'email', message }]);
  }
}
