import {
  type Kind,
  type KindAnswer,
  type KindFields,
  type KindList,
  MAX_KINDS,
} from '@deqiq/contract/referrals/booking/kinds.ts';
import { toManat } from '@deqiq/contract/shared/money.ts';
import * as kindMessages from '@deqiq/messages/referrals/kinds.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { DevicesService } from '../../machines/devices/devices.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './kinds.repo.ts';

interface Deps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly devices: Pick<DevicesService, 'listIds'>;
  /** Whether a payment page is configured. */
  readonly hasPaymentPage: boolean;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

export type KindsService = ReturnType<typeof kindsService>;

/** Kinds of examination: what can be booked, how long it takes and what it costs. */
export function kindsService({ db, versions, devices, hasPaymentPage, audit, now }: Deps) {
  const version = versions.memoize('examination_kinds');

  /** `stored`: machines that the kind has already; one of them may be revoked by now. */
  async function toDetails(
    { price, deposit, machines, ...fields }: KindFields,
    stored: readonly string[] = [],
  ) {
    if (deposit !== null && !hasPaymentPage) throw invalid('deposit', kindMessages.noPaymentPage());
    const existing = await devices.listIds();
    if (!machines.every((id) => existing.has(id) || stored.includes(id)))
      throw invalid('machines', kindMessages.badMachines());
    return {
      examination: fields.examination,
      name: JSON.stringify(fields.name),
      minutes: fields.minutes,
      price,
      deposit,
      machines: machines.join(' '),
      preparation: JSON.stringify(fields.preparation),
    };
  }

  async function get(handle: Db, id: string): Promise<Kind> {
    const row = await repo.find(handle, id);
    if (!row) throw notFound(kindMessages.notFound());
    return present(row);
  }

  async function change(
    actor: Actor,
    id: string,
    action: string,
    changes: Parameters<typeof repo.update>[2],
  ): Promise<Kind> {
    return db.transaction().execute(async (tx) => {
      if (!(await repo.update(tx, id, changes))) throw notFound(kindMessages.notFound());
      await audit.record(tx, actor, action, 'kind', id);
      return get(tx, id);
    });
  }

  return {
    version: () => version(),

    list: async (): Promise<KindList> => ({
      kinds: (await repo.list(db)).map(present),
      takesDeposits: hasPaymentPage,
    }),

    /** Also one that was removed. Throws 404. */
    get,

    async create(actor: Actor, fields: KindFields): Promise<KindAnswer> {
      const details = await toDetails(fields);
      const id = newId();
      return db.transaction().execute(async (tx) => {
        if ((await repo.list(tx)).length >= MAX_KINDS)
          throw conflict(kindMessages.tooMany({ max: MAX_KINDS }));
        await repo.insert(tx, { id, created_at: isoNow(now), ...details });
        await audit.record(tx, actor, 'create', 'kind', id);
        return { kind: await get(tx, id), message: kindMessages.created() };
      });
    },

    async update(actor: Actor, id: string, fields: KindFields): Promise<KindAnswer> {
      const { machines } = await get(db, id);
      const kind = await change(actor, id, 'change', await toDetails(fields, machines));
      return { kind, message: kindMessages.saved() };
    },

    /** Appointments keep it. */
    async remove(actor: Actor, id: string) {
      await change(actor, id, 'delete', { removed_at: isoNow(now) });
      return { message: kindMessages.removed() };
    },
  };
}

const present = (row: repo.KindRow): Kind => ({
  _id: row.id,
  examination: row.examination as Kind['examination'],
  name: JSON.parse(row.name) as Kind['name'],
  minutes: row.minutes,
  price: row.price === null ? null : toManat(row.price),
  deposit: row.deposit === null ? null : toManat(row.deposit),
  machines: row.machines.split(' ').filter(Boolean),
  preparation: JSON.parse(row.preparation) as Kind['preparation'],
});
