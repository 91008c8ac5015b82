import type {
  ReferralAnswer,
  ReferralFields,
  ReferralOfPartner,
} from '@deqiq/contract/referrals/referrals.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import {
  type SentAttachments,
  withAttachments,
} from '../../imaging/attachments/attachments.service.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { PartnersService } from '../../people/partners/partners.service.ts';
import { type CreationDeps, insertReferral, type Origin } from './referral-creation.ts';
import type { ReferralReading } from './referral-reading.ts';
import * as repo from './referrals.repo.ts';

export interface SendingDeps extends CreationDeps {
  readonly partners: Pick<PartnersService, 'exists'>;
  readonly notifications: Pick<NotificationsService, 'notify'>;
}

export type WithPictures<Fields> = Fields & { readonly attachments: readonly FormFile[] };

/** New referrals: of partners, by telephone, and from pictures and reservations that came without one. */
export function referralSending(deps: SendingDeps, { get }: Pick<ReferralReading, 'get'>) {
  const { db, partners, notifications } = deps;

  async function create(
    actor: Actor,
    { attachments, ...fields }: WithPictures<ReferralFields>,
    {
      partnerId,
      signal,
    }: { readonly partnerId: string; readonly signal?: AbortSignal | undefined },
  ): Promise<ReferralAnswer> {
    const id = await withAttachments(deps, { actor, signal }, toSent(attachments), (pictures) =>
      db.transaction().execute(async (tx) => {
        const created = await insertReferral(deps, tx, actor, fields, {
          origin: { partnerId },
          pictures,
        });
        if (actor.role === 'partner')
          await notifications.notify(tx, { kind: 'referral', objectId: created });
        return created;
      }),
    );
    return { referral: await get(db, actor, id), message: referralMessages.sent() };
  }

  /** Makes a referral from a picture or a reservation: once, and again when that one has ended. */
  async function transcribe(
    actor: Actor,
    { attachments, ...fields }: WithPictures<ReferralFields>,
    { origin, signal }: { readonly origin: Origin; readonly signal: AbortSignal },
  ): Promise<ReferralAnswer> {
    const [column, value = ''] = origin.checkupId
      ? (['checkup_id', origin.checkupId] as const)
      : (['reservation_id', origin.reservationId] as const);
    const id = await withAttachments(deps, { actor, signal }, toSent(attachments), (pictures) =>
      db.transaction().execute(async (tx) => {
        await repo.releaseOrigin(tx, column, value);
        return insertReferral(deps, tx, actor, fields, { origin, pictures });
      }),
    ).catch(async (error: unknown) => {
      if (!isUniqueViolation(error, 'referrals', column)) throw error;
      const existing = await repo.findBy(db, column, value);
      const referral = existing && (await get(db, actor, existing.id));
      throw conflict(referralMessages.alreadyTranscribed(), { referral });
    });
    return { referral: await get(db, actor, id), message: referralMessages.transcribed() };
  }

  async function assertPartner(partnerId: string): Promise<void> {
    if (!(await partners.exists(partnerId)))
      throw invalid('partner', referralMessages.partnerMissing());
  }

  return {
    send: (actor: Actor, fields: WithPictures<ReferralFields>, signal?: AbortSignal) =>
      create(actor, fields, { partnerId: actor.personId, signal }),

    /** By telephone. */
    async sendFor(
      actor: Actor,
      { partner, ...fields }: WithPictures<ReferralOfPartner>,
      signal?: AbortSignal,
    ) {
      await assertPartner(partner);
      return create(actor, fields, { partnerId: partner, signal });
    },

    /** A picture that a partner has sent becomes a referral, which keeps the picture. */
    async transcribeShipment(
      actor: Actor,
      checkupId: string,
      fields: WithPictures<ReferralFields>,
      signal: AbortSignal,
    ) {
      const shipment = await repo.findShipment(db, checkupId);
      if (!shipment) throw notFound(referralMessages.shipmentNotFound());
      const origin = { partnerId: shipment.partner_id, checkupId };
      return transcribe(actor, fields, { origin, signal });
    },

    async transcribeReservation(
      actor: Actor,
      reservationId: string,
      { partner, ...fields }: WithPictures<ReferralOfPartner>,
      signal: AbortSignal,
    ) {
      if (!(await repo.hasReservation(db, reservationId)))
        throw notFound(referralMessages.reservationNotFound());
      await assertPartner(partner);
      return transcribe(actor, fields, { origin: { partnerId: partner, reservationId }, signal });
    },
  };
}

export const toSent = (attachments: readonly FormFile[]): SentAttachments => ({
  field: 'attachments',
  sent: attachments,
  tooLarge: referralMessages.attachmentTooLarge,
});
