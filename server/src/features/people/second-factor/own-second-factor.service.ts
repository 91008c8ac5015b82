import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import type { Actor, Reauthenticate } from '../../../platform/http/identity.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { SecondFactorService } from './second-factor.service.ts';

interface Deps {
  db: Db;
  factors: SecondFactorService;
  reauthenticate: Reauthenticate;
  sessions: Pick<SessionsService, 'endOfPerson'>;
  audit: Pick<AuditService, 'record'>;
  /** Whether staff need a second factor. */
  requireStaffSecondFactor: boolean;
}

export type OwnSecondFactorService = ReturnType<typeof ownSecondFactorService>;

/**
 * Operations on the own second factor. Every change needs the password, and a code if the factor is on. Switching it on or off ends the person's other sessions.
 */
export function ownSecondFactorService(deps: Deps) {
  const { db, factors, reauthenticate, sessions, audit, requireStaffSecondFactor } = deps;
  const isRequired = ({ role }: Actor) => role === 'admin' && requireStaffSecondFactor;

  async function assertCode(actor: Actor, code: string): Promise<void> {
    if (!(await factors.isRight(actor, code)))
      throw invalid('code', secondFactorMessages.codeWrong());
  }

  const recorder = (actor: Actor, action: string) => (tx: Db) =>
    audit.record(tx, actor, action, actor.role, actor.personId);

  const endOthers = (tx: Db, { role, personId, sessionId }: Actor) =>
    sessions.endOfPerson(tx, role, personId, sessionId);

  return {
    async status(actor: Actor) {
      const required = isRequired(actor);
      return { secondFactor: { ...(await factors.status(actor)), required } };
    },

    /** Creates a new secret; an active one stays active until the new one is confirmed. */
    async start(
      actor: Actor,
      { password, code }: { password: string; code?: string | null | undefined },
    ) {
      const account = await reauthenticate(actor, password);
      if (await factors.isOn(actor)) await assertCode(actor, code ?? '');
      return factors.start(actor, account);
    },

    async confirm(actor: Actor, { code }: { code: string }) {
      const recoveryCodes = await factors.activate(actor, code, async (tx) => {
        await endOthers(tx, actor);
        await recorder(actor, 'enable-second-factor')(tx);
      });
      return { recoveryCodes, message: secondFactorMessages.enabled() };
    },

    async renewRecoveryCodes(actor: Actor, { password, code }: { password: string; code: string }) {
      await assertOn(actor);
      await reauthenticate(actor, password);
      await assertCode(actor, code);
      const change = recorder(actor, 'renew-recovery-codes');
      const recoveryCodes = await factors.renewRecoveryCodes(actor, change);
      return { recoveryCodes, message: secondFactorMessages.codesRenewed() };
    },

    async disable(actor: Actor, { password, code }: { password: string; code: string }) {
      if (isRequired(actor)) throw conflict(secondFactorMessages.mustStay());
      await assertOn(actor);
      await reauthenticate(actor, password);
      await assertCode(actor, code);
      await db.transaction().execute(async (tx) => {
        await factors.removeIn(tx, actor);
        await endOthers(tx, actor);
        await recorder(actor, 'disable-second-factor')(tx);
      });
      return { message: secondFactorMessages.disabled() };
    },
  };

  async function assertOn(actor: Actor): Promise<void> {
    if (!(await factors.isOn(actor))) throw conflict(secondFactorMessages.isOff());
  }
}
