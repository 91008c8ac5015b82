import { pagination } from '@deqiq/contract/shared/paging.ts';
import type { ApplicationQuery } from '@deqiq/contract/site/application-lists.ts';
import type {
  SendContactMessage,
  SendPartnerApplication,
  SendReservation,
} from '@deqiq/contract/site/applications.ts';
import * as applicationMessages from '@deqiq/messages/site/applications.js';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { notFound, TooManyError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { isoNow } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { BookingLinksService } from '../../referrals/booking-links/booking-links.service.ts';
import { presentMessage, presentPartner, presentReservation } from './applications.present.ts';
import * as repo from './applications.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  limits: RateLimiter;
  links: Pick<BookingLinksService, 'issueForReservation' | 'createToken'>;
  notifications: Pick<NotificationsService, 'notify'>;
  audit: AuditService;
  now: () => number;
}

export interface Submission<Fields> {
  readonly fields: Fields;
  /** The honeypot was filled in, so a bot sent it; it receives the usual thanks. */
  readonly isSpam: boolean;
  readonly address: string;
}

export type ApplicationsService = ReturnType<typeof applicationsService>;

/** Submissions of the public forms, stored until staff delete them. */
export function applicationsService(deps: Deps) {
  const { db, versions, limits, links, audit } = deps;

  return {
    /** Counts one submission of an address; throws 429 with the telephone number if there were too many. */
    async assertWithinLimit(address: string): Promise<void> {
      const wait = await limits.consume(address);
      if (wait > 0)
        throw new TooManyError(
          applicationMessages.tooMany({ phone: clinicFacts().phone.text }),
          wait,
        );
    },

    async reserve(sent: Submission<SendReservation>) {
      const { fields } = sent;
      // Bots get a token, too, but one that opens nothing.
      let booking = links.createToken();
      await store(deps, sent, auditObjects.reservation_applications, async (tx, own) => {
        await repo.insertReservation(tx, {
          ...own,
          ...personColumns(fields),
          partner_full_name: fields.partnerFullName,
        });
        booking = await links.issueForReservation(tx, own.id);
      });
      return { message: applicationMessages.reservationSent(), booking };
    },

    async applyAsPartner(sent: Submission<SendPartnerApplication>) {
      const { fields } = sent;
      await store(deps, sent, auditObjects.partner_applications, (tx, own) =>
        repo.insertPartnerApplication(tx, {
          ...own,
          ...personColumns(fields),
          clinic_name: fields.clinicName,
          clinic_phone: fields.clinicPhone,
        }),
      );
      return { message: applicationMessages.partnershipSent() };
    },

    async sendMessage(sent: Submission<SendContactMessage>) {
      const { fields } = sent;
      await store(deps, sent, auditObjects.contact_messages, (tx, own) =>
        repo.insertContactMessage(tx, {
          ...own,
          ...personColumns(fields),
          message: fields.message,
        }),
      );
      return { message: applicationMessages.contactSent() };
    },

    /** Changes whenever a list of the table would. */
    version: (table: repo.ApplicationTable) => versions.of(table),

    async listReservations(query: ApplicationQuery & Selection) {
      const { rows, total } = await repo.listReservations(db, query);
      return toPage(query, rows.map(presentReservation), total);
    },

    async listPartnerApplications(query: ApplicationQuery & Selection) {
      const { rows, total } = await repo.listPartnerApplications(db, query);
      return toPage(query, rows.map(presentPartner), total);
    },

    async listContactMessages(query: ApplicationQuery & Selection) {
      const { rows, total } = await repo.listContactMessages(db, query);
      return toPage(query, rows.map(presentMessage), total);
    },

    async remove(actor: Actor, table: repo.ApplicationTable, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await repo.remove(tx, table, id))) throw notFound(notFoundMessage(table));
        const entry = {
          actor,
          action: 'delete',
          object: auditObjects[table],
          objectId: id,
        } as const;
        await audit.recordEntry(tx, { ...entry, result: 'ok' });
      });
      return { message: applicationMessages.deleted() };
    },
  };
}

type AuditObject = 'reservation' | 'partner-application' | 'contact-message';

/** Also the kinds of events that staff are notified of. */
const auditObjects: Readonly<Record<repo.ApplicationTable, AuditObject>> = {
  reservation_applications: 'reservation',
  partner_applications: 'partner-application',
  contact_messages: 'contact-message',
};

/** Stores one submission with its audit row; spam is dropped. */
async function store(
  { db, notifications, audit, now }: Deps,
  { isSpam, address }: Submission<unknown>,
  object: AuditObject,
  insert: (tx: Db, own: { id: string; created_at: string }) => Promise<void>,
): Promise<void> {
  if (isSpam) return;
  const id = newId();
  await db.transaction().execute(async (tx) => {
    await insert(tx, { id, created_at: isoNow(now) });
    await notifications.notify(tx, { kind: object, objectId: id });
    const entry = { action: 'create', object, objectId: id, address } as const;
    await audit.recordEntry(tx, { ...entry, result: 'ok' });
  });
}

const notFoundMessage = (table: repo.ApplicationTable): string =>
  table === 'contact_messages'
    ? applicationMessages.messageNotFound()
    : applicationMessages.notFound();

const personColumns = (fields: { fullName: string; email: string; phone: string }) => ({
  full_name: fields.fullName,
  email: fields.email,
  phone: fields.phone,
});

const toPage = <Row>({ page, limit }: ApplicationQuery, applications: Row[], total: number) => ({
  applications,
  pagination: pagination(page, limit, total),
});
