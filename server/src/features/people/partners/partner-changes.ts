import type { CreatePartner, Partner, UpdatePartner } from '@deqiq/contract/people/partners.ts';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import type { PasswordHasher } from '../../../platform/secrets/credentials.ts';
import { accountKey } from '../../../platform/secrets/credentials.ts';
import { isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { present } from './partners.present.ts';
import * as repo from './partners.repo.ts';

export interface Deps {
  db: Db;
  versions: TableVersions;
  passwords: PasswordHasher;
  sessions: SessionsService;
  factors: Pick<SecondFactorService, 'removeIn'>;
  audit: AuditService;
  now: () => number;
}

export const createNotFoundError = () => notFound(partnerMessages.notFound());

export async function getPartner(db: Db, id: string): Promise<Partner> {
  const row = await repo.find(db, id);
  if (!row) throw createNotFoundError();
  return present(row);
}

export async function createPartner(
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

export async function updatePartner(
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
export async function endAccess(
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
    const message = partnerMessages.emailTaken();
    throw new AppError('conflict', 409, message, [{ path: 'email', message }]);
  }
}
