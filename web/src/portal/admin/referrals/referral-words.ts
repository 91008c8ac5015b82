import type { Sex } from '@deqiq/contract/referrals/patients/person-fields.ts';
import { type ReferralState, referralStates } from '@deqiq/contract/referrals/referral-states.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/office/referral-words.js';
import type { States } from '../../../ui/status-badge.tsx';

export const listReferralStates = (): States<ReferralState> => ({
  sent: { text: texts.sent(), tone: 'warning' },
  accepted: { text: texts.accepted(), tone: 'neutral' },
  booked: { text: texts.booked(), tone: 'neutral' },
  arrived: { text: texts.arrived(), tone: 'success' },
  examined: { text: texts.examined(), tone: 'success' },
  reported: { text: texts.reported(), tone: 'success' },
  declined: { text: texts.declined(), tone: 'danger' },
  cancelled: { text: texts.cancelled(), tone: 'danger' },
  missed: { text: texts.missed(), tone: 'warning' },
  expired: { text: texts.expired(), tone: 'neutral' },
});

export function listStateOptions() {
  const states = listReferralStates();
  return referralStates.map((value) => ({ value, label: states[value].text }));
}

export const purposeTexts: Readonly<Record<Referral['purpose'], () => string>> = {
  implant: texts.implant,
  endodontics: texts.endodontics,
  orthodontics: texts.orthodontics,
  surgery: texts.surgery,
  periodontology: texts.periodontology,
  caries: texts.caries,
  tmj: texts.tmj,
  pathology: texts.pathology,
  'follow-up': texts.followUp,
  other: texts.otherPurpose,
};

export const regionTexts: Readonly<Record<NonNullable<Referral['region']>, () => string>> = {
  'upper-jaw': texts.upperJaw,
  'lower-jaw': texts.lowerJaw,
  'both-jaws': texts.bothJaws,
  'left-tmj': texts.leftTmj,
  'right-tmj': texts.rightTmj,
  'both-tmj': texts.bothTmj,
  sinuses: texts.sinuses,
};

export const urgencyTexts: Readonly<Record<Referral['urgency'], () => string>> = {
  routine: texts.routine,
  soon: texts.soon,
  urgent: texts.urgent,
};

export const pregnancyTexts: Readonly<Record<NonNullable<Referral['pregnancy']>, () => string>> = {
  no: texts.notPregnant,
  possible: texts.maybePregnant,
  yes: texts.pregnant,
};

export const sexTexts: Readonly<Record<Sex, () => string>> = {
  female: texts.female,
  male: texts.male,
};

/** Options of a select, in the order of the contract. */
export const toOptions = (words: Readonly<Record<string, () => string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label() }));
