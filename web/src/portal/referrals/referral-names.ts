import {
  nameReferredExamination,
  translateExaminationName,
} from '@deqiq/contract/examinations/names/examination-name.ts';
import type { Sex } from '@deqiq/contract/referrals/patients/person-fields.ts';
import type { ReferralState } from '@deqiq/contract/referrals/referral-states.ts';
import type { Referral, ReferredExamination } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/referrals/names.js';
import { formatVisit } from '../../lib/format.ts';

export type Purpose = Referral['purpose'];
export type Region = NonNullable<Referral['region']>;
export type Urgency = Referral['urgency'];
export type Pregnancy = NonNullable<Referral['pregnancy']>;

type Names<Value extends string> = Readonly<Record<Value, () => string>>;

export const purposeNames: Names<Purpose> = {
  implant: texts.implant,
  endodontics: texts.endodontics,
  orthodontics: texts.orthodontics,
  surgery: texts.surgery,
  periodontology: texts.periodontology,
  caries: texts.caries,
  tmj: texts.jawJoint,
  pathology: texts.pathology,
  'follow-up': texts.followUp,
  other: texts.otherPurpose,
};

export const regionNames: Names<Region> = {
  'upper-jaw': texts.upperJaw,
  'lower-jaw': texts.lowerJaw,
  'both-jaws': texts.bothJaws,
  'left-tmj': texts.leftJoint,
  'right-tmj': texts.rightJoint,
  'both-tmj': texts.bothJoints,
  sinuses: texts.sinuses,
};

export const urgencyNames: Names<Urgency> = {
  routine: texts.routine,
  soon: texts.soon,
  urgent: texts.urgent,
};

export const sexNames: Names<Sex> = { female: texts.female, male: texts.male };

export const pregnancyNames: Names<Pregnancy> = {
  no: texts.notPregnant,
  possible: texts.possiblyPregnant,
  yes: texts.pregnant,
};

export const stateNames: Names<ReferralState> = {
  sent: texts.sent,
  accepted: texts.accepted,
  booked: texts.booked,
  arrived: texts.arrived,
  examined: texts.examined,
  reported: texts.reported,
  declined: texts.declined,
  cancelled: texts.cancelled,
  missed: texts.missed,
  expired: texts.expired,
};

/** In the language of the reader. */
export const examinationName = (examination: ReferredExamination): string =>
  translateExaminationName(nameReferredExamination(examination));

/** Values with their names, for a group of choices. */
export const toOptions = <Value extends string>(
  names: Names<Value>,
  values: readonly Value[] = Object.keys(names) as Value[],
) => values.map((value) => [value, names[value]()] as const);

/** The state in words; of a booked referral the time of its appointment. */
export function describeState({ state, appointment }: Referral): string {
  return state === 'booked' && appointment
    ? texts.bookedAt({ moment: formatVisit(appointment.startsAt) })
    : stateNames[state]();
}
