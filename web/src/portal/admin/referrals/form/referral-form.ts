import {
  personFields,
  requiredPhone,
  type Sex,
} from '@deqiq/contract/referrals/patients/person-fields.ts';
import { type Referral, referralFields } from '@deqiq/contract/referrals/referrals.ts';
import { requiredLine } from '@deqiq/contract/shared/text.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import * as z from 'zod';
import type { ReferralBody } from '../../../../api/referrals/referrals-desk.ts';

const { examination, purpose, teeth, region, question, urgency, pregnancy, reportWanted } =
  referralFields.shape;

/** The contract's rules; the patient's fields are side by side with the others, and teeth are typed in one line. */
const rules = z.object({
  firstName: personFields.shape.firstName,
  lastName: personFields.shape.lastName,
  fatherName: personFields.shape.fatherName,
  birthDate: personFields.shape.birthDate,
  sex: personFields.shape.sex,
  phone: requiredPhone,
  examination,
  purpose,
  teeth: z
    .string()
    .transform((text): unknown => text.split(/[\s,;]+/).filter(Boolean))
    .pipe(teeth),
  region,
  urgency,
  pregnancy,
  question,
  reportWanted,
});

/** A shipment names its partner. */
export const transcribedRules = rules.extend({ partner: z.string() });

export const newRules = z.object({
  partner: requiredLine(referralMessages.partnerMissing),
  ...rules.shape,
});

export type ReferralValues = {
  partner: string;
  firstName: string;
  lastName: string;
  fatherName: string;
  birthDate: string;
  sex: Sex | '';
  phone: string;
  examination: Referral['examination'] | '';
  purpose: Referral['purpose'] | '';
  teeth: string;
  region: NonNullable<Referral['region']> | '';
  urgency: Referral['urgency'];
  pregnancy: NonNullable<Referral['pregnancy']> | '';
  question: string;
  reportWanted: boolean;
};

export const emptyReferral: ReferralValues = {
  partner: '',
  firstName: '',
  lastName: '',
  fatherName: '',
  birthDate: '',
  sex: '',
  phone: '',
  examination: '',
  purpose: '',
  teeth: '',
  region: '',
  urgency: 'routine',
  pregnancy: '',
  question: '',
  reportWanted: false,
};

/** Everything that was typed for a referral. */
export const toReferralValues = ({
  patient,
  teeth,
  ...fields
}: Referral): Partial<ReferralValues> => ({
  firstName: patient.firstName,
  lastName: patient.lastName,
  fatherName: patient.fatherName,
  birthDate: patient.birthDate?.slice(0, 10) ?? '',
  sex: patient.sex ?? '',
  phone: patient.phone,
  examination: fields.examination,
  purpose: fields.purpose,
  teeth: teeth.join(' '),
  region: fields.region ?? '',
  urgency: fields.urgency,
  pregnancy: fields.pregnancy ?? '',
  question: fields.question,
  reportWanted: fields.reportWanted,
});

/** As the API takes it: the patient apart. */
export function toBody(
  parsed: z.output<typeof transcribedRules>,
  files: readonly File[],
): ReferralBody {
  const { partner: _, firstName, lastName, fatherName, birthDate, sex, phone, ...fields } = parsed;
  return { ...fields, files, patient: { firstName, lastName, fatherName, birthDate, sex, phone } };
}
