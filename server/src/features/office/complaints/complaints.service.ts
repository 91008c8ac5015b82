import { randomUUIDv7 } from 'node:crypto';
import type { Report, ReportQuery } from '@deqiq/contract/report-lists.ts';
import { reportMessages } from '@deqiq/contract/reports.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { TableVersions } from '../../platform/db/versions.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { presentProgress } from '../work-queues/work-queues.service.ts';
import * as repo from './reports.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  notifications: Pick<NotificationsService, 'notify'>;
  audit: AuditService;
  now: () => number;
}

export type ReportsService = ReturnType<typeof reportsService>;

/** Complaints and suggestions of partners, read by staff. */
export function reportsService({ db, versions, notifications, audit, now }: Deps) {
  return {
    /** Changes whenever the list would; it contains partners' names. */
    version: () => versions.of('reports', 'partners'),

    async list(query: ReportQuery) {
      const { rows, total } = await repo.list(db, query);
      const { page, limit } = query;
      return { reports: rows.map(present), pagination: pagination(page, limit, total) };
    },

    async send(actor: Actor, message: string) {
      const id = randomUUIDv7();
      await db.transaction().execute(async (tx) => {
        const created_at = new Date(now()).toISOString();
        await repo.insert(tx, { id, partner_id: actor.personId, message, created_at });
        await notifications.notify(tx, { kind: 'complaint', objectId: id });
        await audit.record(tx, actor, 'create', 'report', id);
      });
      return { message: reportMessages.sent };
    },

    async remove(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await repo.remove(tx, id))) throw notFound(reportMessages.notFound);
        await audit.record(tx, actor, 'delete', 'report', id);
      });
      return { message: reportMessages.deleted };
    },
  };
}

const present = (row: repo.ReportRow): Report => ({
  _id: row.id,
  partner: {
    _id: row.partner_id,
    firstName: row.partner_first_name,
    lastName: row.partner_last_name,
    email: row.partner_email,
    ...(row.partner_deleted && { deleted: true as const }),
  },
  message: row.message,
  createdAt: row.created_at,
  ...presentProgress(row),
});
