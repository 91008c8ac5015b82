import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { patientCodes, referralCodes } from '@deqiq/contract/referrals/codes.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/time/dates.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { presentTime } from '../appointment-times/appointment-times.service.ts';
import { CHECKUP_DELETED } from './referral-moves.service.ts';
import type { ListedReferral } from './referrals.repo.ts';

/** Partners read their own copy of the patient's data, and no names of staff. */
export function presentReferral(
  row: ListedReferral,
  attachments: FileLink[],
  isForStaff: boolean,
): Referral {
  const record = isForStaff ? row.patient : undefined;
  return {
    _id: row.id,
    code: referralCodes.format(row),
    state: row.status,
    patient: {
      ...(record && { _id: record.id, code: patientCodes.format(record) }),
      firstName: row.first_name,
      lastName: row.last_name,
      fatherName: row.father_name,
      birthDate: formatCalendarDate(row.birth_date),
      sex: row.sex,
      phone: row.phone,
    },
    examination: row.examination as Referral['examination'],
    purpose: row.purpose as Referral['purpose'],
    teeth: splitTeeth(row.teeth),
    region: row.region as Referral['region'],
    question: row.question,
    urgency: row.urgency as Referral['urgency'],
    pregnancy: row.pregnancy as Referral['pregnancy'],
    reportWanted: row.report_wanted === 1,
    attachments,
    partner: {
      _id: row.partner_id,
      firstName: row.partner_first_name,
      lastName: row.partner_last_name,
      ...(row.partner_deleted && { deleted: true as const }),
    },
    appointment: row.appointment ? presentTime(row.appointment) : null,
    checkup: row.existing_checkup,
    history: row.history.map(({ status, at, role, reason, name }) => ({
      state: status,
      at,
      by: role,
      ...(reason && {
        reason: reason === CHECKUP_DELETED ? referralMessages.checkupDeleted() : reason,
      }),
      ...(isForStaff && name !== null && { name }),
    })),
    createdAt: row.created_at,
    ...(isForStaff && { assignee: presentAssignee(row) }),
  };
}

const presentAssignee = ({ assignee_id, assignee_name }: ListedReferral): Referral['assignee'] =>
  assignee_id === null ? null : { _id: assignee_id, name: assignee_name ?? '' };

const splitTeeth = (teeth: string): number[] => teeth.split(' ').filter(Boolean).map(Number);
