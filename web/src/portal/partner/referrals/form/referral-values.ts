import type { Sex } from '@deqiq/contract/referrals/patients/person-fields.ts';
import {
  type Referral,
  type ReferralFields,
  type ReferredExamination,
  referralFields,
} from '@deqiq/contract/referrals/referrals.ts';
import type { Pregnancy, Purpose, Region, Urgency } from '../../../referrals/referral-names.ts';
import { hasTeeth, listRegions, proposedExaminations, usesRays } from './examination-rules.ts';

/** The person as it is typed. */
export type PersonValues = {
  firstName: string;
  lastName: string;
  fatherName: string;
  phone: string;
  /** `YYYY-MM-DD`, or what was typed so far. */
  birthDate: string;
  sex: Sex | '';
};

/** A referral as it is entered; '' is not selected. */
export type ReferralValues = PersonValues & {
  purpose: Purpose | '';
  examination: ReferredExamination | '';
  teeth: readonly number[];
  region: Region | '';
  question: string;
  urgency: Urgency;
  pregnancy: Pregnancy | '';
  reportWanted: boolean;
};

export type FieldErrors = Readonly<Partial<Record<string, string>>>;

export const noValues: ReferralValues = {
  firstName: '',
  lastName: '',
  fatherName: '',
  phone: '',
  birthDate: '',
  sex: '',
  purpose: '',
  examination: '',
  teeth: [],
  region: '',
  question: '',
  urgency: 'routine',
  pregnancy: '',
  reportWanted: false,
};

export const toPerson = ({ patient }: Referral): PersonValues => ({
  firstName: patient.firstName,
  lastName: patient.lastName,
  fatherName: patient.fatherName,
  phone: patient.phone,
  birthDate: patient.birthDate?.slice(0, 10) ?? '',
  sex: patient.sex ?? '',
});

export const toValues = (referral: Referral): ReferralValues => ({
  ...toPerson(referral),
  purpose: referral.purpose,
  examination: referral.examination,
  teeth: referral.teeth,
  region: referral.region ?? '',
  question: referral.question,
  urgency: referral.urgency,
  pregnancy: referral.pregnancy ?? '',
  reportWanted: referral.reportWanted,
});

/** Selects a purpose, and the examination for it unless another one was selected by hand. */
export function selectPurpose(values: ReferralValues, purpose: Purpose): ReferralValues {
  const isProposed =
    values.purpose === '' || values.examination === proposedExaminations[values.purpose];
  return {
    ...values,
    purpose,
    examination: isProposed ? proposedExaminations[purpose] : values.examination,
  };
}

export const asksPregnancy = ({ sex, examination }: ReferralValues): boolean =>
  sex === 'female' && usesRays(examination);

type Parsed = { fields: ReferralFields } | { errors: FieldErrors };

/** The fields to send, without those that the examination does not have; or the errors by field. */
export function parseValues(values: ReferralValues): Parsed {
  const { firstName, lastName, fatherName, birthDate, sex, phone, ...others } = values;
  const { region, examination } = values;
  const isOfRegion = region !== '' && listRegions(examination).includes(region);
  const { data, error } = referralFields.safeParse({
    ...others,
    patient: { firstName, lastName, fatherName, birthDate, sex, phone },
    teeth: hasTeeth(examination) ? values.teeth : [],
    region: isOfRegion ? region : '',
    pregnancy: asksPregnancy(values) ? values.pregnancy : '',
  });
  return data ? { fields: data } : { errors: toFieldErrors(error.issues) };
}

type Failure = { path: string | readonly PropertyKey[]; message: string };

/** The first message of each field. Fields of the patient have the name of the patient before theirs. */
export function toFieldErrors(failures: readonly Failure[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of failures) {
    const parts = typeof path === 'string' ? path.split('.') : path.map(String);
    const name = (parts[0] === 'patient' && parts[1]) || parts[0] || '';
    errors[name] ??= message;
  }
  return errors;
}
