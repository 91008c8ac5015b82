import {
  MAX_MACROS,
  type ReportMacroAnswer,
  type ReportMacroFields,
  type ReportMacroList,
} from '@deqiq/contract/reports/report-macros.ts';
import { foldText } from '@deqiq/contract/shared/text.ts';
import * as texts from '@deqiq/messages/reports/report-macros.js';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './report-macros.repo.ts';

interface Deps {
  readonly db: Db;
  readonly audit: Pick<AuditService, 'record'>;
}

export type ReportMacrosService = ReturnType<typeof reportMacrosService>;

/** Texts with fields that an author inserts into reports. Only their author sees them. */
export function reportMacrosService({ db, audit }: Deps) {
  /** Runs in a transaction. Throws 400 where the author has another macro of this name. */
  const change = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'report_macros', 'author_id', 'name_key'))
          throw invalid('name', texts.nameTaken());
        throw error;
      });

  return {
    async list({ personId }: Actor): Promise<ReportMacroList> {
      const rows = await repo.list(db, personId);
      return { macros: rows.map(({ id, name, text }) => ({ _id: id, name, text })) };
    },

    create: (actor: Actor, { name, text }: ReportMacroFields): Promise<ReportMacroAnswer> =>
      change(async (tx) => {
        const { personId: author_id } = actor;
        if ((await repo.list(tx, author_id)).length >= MAX_MACROS)
          throw conflict(texts.tooMany({ max: MAX_MACROS }));
        const id = newId();
        await repo.insert(tx, { id, author_id, name, name_key: foldText(name), text });
        await audit.record(tx, actor, 'create', 'report-macro', id);
        return { macro: { _id: id, name, text }, message: texts.saved() };
      }),

    update: (actor: Actor, id: string, fields: ReportMacroFields): Promise<ReportMacroAnswer> =>
      change(async (tx) => {
        const { name, text } = fields;
        const owned = { id, author_id: actor.personId };
        if (!(await repo.update(tx, owned, { name, name_key: foldText(name), text })))
          throw notFound(texts.notFound());
        await audit.record(tx, actor, 'change', 'report-macro', id);
        return { macro: { _id: id, name, text }, message: texts.saved() };
      }),

    remove: (actor: Actor, id: string) =>
      change(async (tx) => {
        if (!(await repo.remove(tx, { id, author_id: actor.personId })))
          throw notFound(texts.notFound());
        await audit.record(tx, actor, 'delete', 'report-macro', id);
        return { message: texts.deleted() };
      }),
  };
}
