import type { ChangePassword, UpdateAccount } from '@deqiq/contract/people/account.ts';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import * as accountMessages from '@deqiq/messages/people/account.js';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { inLanguage } from '../../../platform/http/requests/language.ts';
import type { PasswordHasher } from '../../../platform/secrets/credentials.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { Attempts } from '../auth/attempts.service.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import * as repo from './account.repo.ts';

interface Deps {
  db: Db;
  partners: PartnersService;
  passwords: PasswordHasher;
  attempts: Attempts;
  sessions: SessionsService;
  audit: AuditService;
}

export type AccountService = ReturnType<typeof accountService>;

/** A partner's own account: read all of it, change a few fields and the password. The language also of staff. */
export function accountService({ db, partners, passwords, attempts, sessions, audit }: Deps) {
  return {
    get: async (actor: Actor) => ({
      partner: await partners.get(actor.personId),
      language: await repo.findLanguage(db, actor),
    }),

    /** Of staff or a partner: for screens, mails and push messages. The answer is in the new language. */
    async setLanguage(actor: Actor, language: ChosenLanguage) {
      await db.transaction().execute(async (tx) => {
        await repo.setLanguage(tx, actor, language);
        await audit.record(tx, actor, 'change-language', actor.role, actor.personId, language);
      });
      return { language, message: inLanguage(language, accountMessages.languageChanged) };
    },

    async update(actor: Actor, { clinicName, instagram }: UpdateAccount) {
      const details = {
        ...(clinicName !== undefined && { clinic_name: clinicName }),
        ...(instagram !== undefined && { instagram }),
      };
      if (Object.keys(details).length > 0)
        await db.transaction().execute(async (tx) => {
          if (!(await repo.setDetails(tx, actor.personId, details)))
            throw notFound(partnerMessages.notFound());
          await audit.record(tx, actor, 'change', 'partner', actor.personId);
        });
      const partner = await partners.get(actor.personId);
      return { partner, message: accountMessages.detailsUpdated() };
    },

    /** Ends the partner's other sessions and keeps this one. */
    async changePassword(actor: Actor, { oldPassword, newPassword }: ChangePassword) {
      const id = actor.personId;
      const markSuccess = await attempts.startChange(actor);
      const existing = await repo.findPasswordHash(db, id);
      if (!existing || !(await passwords.verify(existing.password_hash, oldPassword)))
        throw invalid('oldPassword', accountMessages.oldPasswordIncorrect());
      await markSuccess();
      const hash = await passwords.hash(newPassword);
      await db.transaction().execute(async (tx) => {
        if (!(await repo.setPasswordHash(tx, id, existing.password_hash, hash)))
          throw conflict(accountMessages.passwordFailed());
        await sessions.endOfPerson(tx, 'partner', id, actor.sessionId);
        await audit.record(tx, actor, 'change-password', 'partner', actor.personId);
      });
      return { message: accountMessages.passwordUpdated() };
    },
  };
}
