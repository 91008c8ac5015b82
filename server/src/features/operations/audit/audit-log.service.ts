import {
  type AuditFilter,
  type AuditLogEntry,
  type AuditQuery,
  MAX_AUDIT_ROWS,
} from '@deqiq/contract/operations/audit.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { Db } from '../../../platform/db/tables.ts';
import * as repo from './audit-log.repo.ts';
import { findObjectNames, findPatientObjects } from './audited-objects.repo.ts';

/** A row without the name of its object. */
export type LogEntry = Omit<AuditLogEntry, 'objectName'>;

export type AuditLogService = ReturnType<typeof auditLogService>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function auditLogService({ db }: { db: Db }) {
  /** An id may be of a person who was removed. */
  const toPersons = async (person: string) =>
    UUID.test(person) ? [person.toLowerCase()] : repo.findPersons(db, person);

  async function toFilter({ person, object, patient, action, ...days }: AuditFilter) {
    const isId = object !== undefined && UUID.test(object);
    return {
      personIds: person === undefined ? undefined : await toPersons(person),
      ...(isId ? { objectId: object } : { object }),
      ...(patient !== undefined && { objectIds: await findPatientObjects(db, patient) }),
      action,
      ...toInstants(days),
    };
  }

  async function present(rows: readonly repo.LogRow[]): Promise<LogEntry[]> {
    const ids = new Set(rows.flatMap(({ person_id }) => person_id ?? []));
    const names = await repo.findNames(db, [...ids]);
    return rows.map((row) => ({
      _id: row.id,
      at: row.at,
      role: row.role,
      personId: row.person_id,
      person: names.get(row.person_id ?? '') ?? '',
      action: row.action,
      object: row.object,
      objectId: row.object_id,
      address: row.address,
      result: row.result,
      detail: row.detail,
    }));
  }

  /** Only the screen shows names of objects: exports have ids. */
  async function presentWithNames(rows: readonly repo.LogRow[]): Promise<AuditLogEntry[]> {
    const objects = new Set(rows.flatMap(({ object_id }) => object_id ?? []));
    const names = await findObjectNames(db, [...objects]);
    return (await present(rows)).map((entry) => ({
      ...entry,
      objectName: names.get(entry.objectId ?? '') ?? '',
    }));
  }

  return {
    async list({ page, limit, ...query }: AuditQuery) {
      const filter = await toFilter(query);
      const total = await repo.count(db, filter, MAX_AUDIT_ROWS);
      const offset = (page - 1) * limit;
      const rows = offset < total ? await repo.list(db, filter, { limit, offset }) : [];
      return { entries: await presentWithNames(rows), pagination: pagination(page, limit, total) };
    },

    /** The newest rows about these objects. */
    listAbout: async (objectIds: readonly string[], limit: number) =>
      present(await repo.listAbout(db, objectIds, limit)),

    /** Reads all rows of a filter, newest first; each call returns the next ones. */
    reader(query: AuditFilter) {
      let filter: repo.LogFilter | undefined;
      let after: repo.LogFilter['after'];
      return async (limit: number): Promise<LogEntry[]> => {
        filter ??= await toFilter(query);
        const rows = await repo.list(db, { ...filter, after }, { limit });
        after = rows.at(-1) ?? after;
        return present(rows);
      };
    },
  };
}
