import type { Complaint, ComplaintQuery } from '@deqiq/contract/office/complaint-lists.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import * as complaintMessages from '@deqiq/messages/office/complaints.js';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import { presentProgress } from '../../desk/work-queues/work-queues.service.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './complaints.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  notifications: Pick<NotificationsService, 'notify'>;
  audit: AuditService;
  now: () => number;
}

export type ComplaintsService = ReturnType<typeof complaintsService>;

export function complaintsService({ db, versions, notifications, audit, now }: Deps) {
  return {
    /** Changes whenever the list would; it contains partners' names. */
    version: () => versions.of('reports', 'partners'),

    async list(query: ComplaintQuery & Selection) {
      const { rows, total } = await repo.list(db, query);
      const { page, limit } = query;
      return { reports: rows.map(present), pagination: pagination(page, limit, total) };
    },

    async send(actor: Actor, message: string) {
      const id = newId();
      await db.transaction().execute(async (tx) => {
        const created_at = isoNow(now);
        await repo.insert(tx, { id, partner_id: actor.personId, message, created_at });
        await notifications.notify(tx, { kind: 'complaint', objectId: id });
        await audit.record(tx, actor, 'create', 'report', id);
      });
      return { message: complaintMessages.sent() };
    },

    async remove(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await repo.remove(tx, id))) throw notFound(complaintMessages.notFound());
        await audit.record(tx, actor, 'delete', 'report', id);
      });
      return { message: complaintMessages.deleted() };
    },
  };
}

const present = (row: repo.ComplaintRow): Complaint => ({
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
