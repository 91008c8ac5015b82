import * as sessionMessages from '@deqiq/messages/people/sessions.js';
import type { Db } from '../../../platform/db/tables.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { SessionsService } from './sessions.service.ts';

interface Deps {
  db: Db;
  sessions: Pick<SessionsService, 'listOwn' | 'endOwn' | 'endOthers'>;
  audit: Pick<AuditService, 'record' | 'recordEntry'>;
}

export type OwnSessionsService = ReturnType<typeof ownSessionsService>;

export function ownSessionsService({ db, sessions, audit }: Deps) {
  return {
    list: async (actor: Actor) => ({ sessions: await sessions.listOwn(actor) }),

    async end(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await sessions.endOwn(tx, actor, id))) throw notFound(sessionMessages.notFound());
        await audit.record(tx, actor, 'end-session', 'session', id);
      });
      return { message: sessionMessages.ended() };
    },

    async endOthers(actor: Actor) {
      await db.transaction().execute(async (tx) => {
        const count = await sessions.endOthers(tx, actor);
        const entry = { actor, action: 'end-other-sessions', object: 'session' } as const;
        await audit.recordEntry(tx, { ...entry, result: 'ok', detail: String(count) });
      });
      return { message: sessionMessages.othersEnded() };
    },
  };
}
