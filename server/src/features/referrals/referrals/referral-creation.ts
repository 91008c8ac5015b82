import { MAX_ATTACHMENTS, type ReferralFields } from '@deqiq/contract/referrals/referrals.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import type { Db } from '../../../platform/db/tables.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { StoredAttachment } from '../../imaging/attachments/attachments.service.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { ImagingService } from '../../imaging/imaging/imaging.service.ts';
import type { PicturesService } from '../../imaging/pictures/pictures.service.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';
import { insertPictures } from './referral-details.repo.ts';
import type { ReferralMovesService } from './referral-moves.service.ts';
import * as repo from './referrals.repo.ts';

export interface CreationDeps {
  readonly db: Db;
  readonly moves: ReferralMovesService;
  readonly times: Pick<AppointmentTimesService, 'linkReferral'>;
  readonly pictures: Pick<PicturesService, 'storeShipment'>;
  readonly imaging: Pick<ImagingService, 'request'>;
  readonly files: Pick<FilesService, 'present' | 'deleteFiles'>;
  readonly now: () => number;
}

/** Whom a referral is for, and what it was made from. */
export interface Origin {
  readonly partnerId: string;
  readonly checkupId?: string;
  readonly reservationId?: string;
}

/** The columns of fields; a pregnancy only of women. */
export const toColumns = ({ patient, teeth, ...fields }: ReferralFields) => ({
  first_name: patient.firstName,
  last_name: patient.lastName,
  father_name: patient.fatherName,
  birth_date: patient.birthDate,
  sex: patient.sex,
  phone: patient.phone,
  examination: fields.examination,
  purpose: fields.purpose,
  teeth: teeth.join(' '),
  region: fields.region,
  question: fields.question,
  urgency: fields.urgency,
  pregnancy: patient.sex === 'female' ? fields.pregnancy : null,
  report_wanted: fields.reportWanted ? (1 as const) : (0 as const),
});

/** In the caller's transaction: a sent referral and its pictures; returns its id. */
export async function insertReferral(
  { moves, times, imaging, now }: CreationDeps,
  tx: Db,
  actor: Actor,
  fields: ReferralFields,
  {
    origin,
    pictures = [],
  }: { readonly origin: Origin; readonly pictures?: readonly StoredAttachment[] },
): Promise<string> {
  const id = newId();
  await repo.insert(tx, {
    id,
    partner_id: origin.partnerId,
    status: 'sent',
    ...toColumns(fields),
    patient_id: null,
    patient_link: null,
    checkup_id: origin.checkupId ?? null,
    reservation_id: origin.reservationId ?? null,
    created_at: isoNow(now),
    expires_at: moves.firstExpiry(),
  });
  await attachPictures({ imaging, now }, tx, id, pictures);
  if (origin.reservationId) await times.linkReferral(tx, origin.reservationId, id);
  await moves.begin(tx, actor, id);
  return id;
}

/** In the caller's transaction: adds pictures to a referral. Throws 400 where it has too many. */
export async function attachPictures(
  { imaging, now }: Pick<CreationDeps, 'imaging' | 'now'>,
  tx: Db,
  referral_id: string,
  pictures: readonly StoredAttachment[],
): Promise<void> {
  if (pictures.length === 0) return;
  const referral = await repo.find(tx, referral_id);
  const count = referral?.pictures.length ?? 0;
  if (count + pictures.length > MAX_ATTACHMENTS)
    throw invalid('attachments', referralMessages.tooManyAttachments({ max: MAX_ATTACHMENTS }));
  const created_at = isoNow(now);
  await insertPictures(
    tx,
    pictures.map((picture, index) => ({
      ...picture,
      referral_id,
      position: count + index,
      created_at,
    })),
  );
  await imaging.request(tx, pictures);
}
