import type { Lab, LabInput, LabQuery, LabStatus } from '@deqiq/contract/office/labs.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/time/dates.ts';
import * as labMessages from '@deqiq/messages/office/labs.js';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { PartnersService } from '../../people/partners/partners.service.ts';
import * as repo from './labs.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  partners: PartnersService;
  notifications: Pick<NotificationsService, 'notify'>;
  audit: AuditService;
  now: () => number;
}

export type LabsService = ReturnType<typeof labsService>;

/** Orders to the laboratory: staff manage them, each partner sees its own. */
export function labsService({ db, versions, partners, notifications, audit, now }: Deps) {
  const notFoundError = () => notFound(labMessages.notFound());

  async function findOrFail(id: string): Promise<repo.LabRow> {
    const row = await repo.find(db, id);
    if (!row) throw notFoundError();
    return row;
  }

  async function assertPartnerExists(partnerId: string): Promise<void> {
    if (!(await partners.exists(partnerId)))
      throw invalid('partner', labMessages.addPartnerMissing());
  }

  /** Writes one change with its audit row; throws 404 if the order does not exist. */
  async function change(
    actor: Actor,
    action: 'change' | 'delete',
    id: string,
    write: (tx: Db) => Promise<boolean>,
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      if (!(await write(tx))) throw notFoundError();
      await audit.record(tx, actor, action, 'lab', id);
    });
  }

  return {
    /** Changes whenever a list would; lists contain partners' names. */
    version: () => versions.of('labs', 'partners'),

    async list({ page, limit, name, sort, ids, partner, status }: LabQuery & Selection) {
      const filter = { owner: partner, status };
      const { rows, total } = await repo.list(db, { page, limit, name, sort, ids }, filter);
      return { labs: rows.map(present), totalPages: Math.max(1, Math.ceil(total / limit)) };
    },

    async listOwn(actor: Actor, { page, limit }: { page: number; limit: number }) {
      const { rows, total } = await repo.listOfPartner(db, actor.personId, { page, limit });
      return { labs: rows.map(present), pagination: pagination(page, limit, total) };
    },

    async create(actor: Actor, input: LabInput) {
      await assertPartnerExists(input.partner);
      const id = newId();
      await db.transaction().execute(async (tx) => {
        const created_at = isoNow(now);
        await repo.insert(tx, { id, ...toDetails(input), status: 'pending', created_at });
        await audit.record(tx, actor, 'create', 'lab', id);
      });
      return { lab: present(await findOrFail(id)), message: labMessages.created() };
    },

    /** An order may keep a deleted partner; a new partner must be live. */
    async update(actor: Actor, id: string, input: LabInput) {
      const existing = await findOrFail(id);
      if (input.partner !== existing.partner_id) await assertPartnerExists(input.partner);
      await change(actor, 'change', id, (tx) => repo.update(tx, id, toDetails(input)));
      return { lab: present(await findOrFail(id)), message: labMessages.updated() };
    },

    async setStatus(actor: Actor, id: string, status: LabStatus) {
      const { partner_id: partnerId, status: existing } = await findOrFail(id);
      await change(actor, 'change', id, async (tx) => {
        if (status === 'completed' && existing !== 'completed')
          await notifications.notify(tx, { kind: 'lab', objectId: id, partnerId });
        return repo.setStatus(tx, id, status);
      });
      return { lab: present(await findOrFail(id)), message: labMessages.statusChanged() };
    },

    async remove(actor: Actor, id: string) {
      await change(actor, 'delete', id, (tx) => repo.remove(tx, id));
      return { message: labMessages.deleted() };
    },
  };
}

const toDetails = (input: LabInput): repo.LabDetails => ({
  partner_id: input.partner,
  title: input.title,
  start_date: input.startDate,
  end_date: input.endDate,
});

const present = (row: repo.LabRow): Lab => ({
  _id: row.id,
  title: row.title,
  partner: {
    _id: row.partner_id,
    firstName: row.partner_first_name,
    lastName: row.partner_last_name,
    ...(row.partner_deleted && { deleted: true as const }),
  },
  startDate: formatCalendarDate(row.start_date),
  endDate: formatCalendarDate(row.end_date),
  status: row.status,
});
