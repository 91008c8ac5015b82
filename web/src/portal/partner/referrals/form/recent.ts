import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { foldText } from '@deqiq/contract/shared/text.ts';
import { fullName } from '../../../../lib/format.ts';
import { noValues, type PersonValues, toPerson } from './referral-values.ts';

/** Proposals shown at once. */
const MAX_PATIENTS = 6;
const MAX_PHRASES = 5;

/** Longer questions are about one patient. */
const PHRASE_MAX = 80;

/** Own patients whose names contain what is typed: of referrals with all details, of results by name alone. */
export function findRecentPatients(
  referrals: readonly Referral[],
  checkups: readonly Checkup[],
  typed: PersonValues,
): PersonValues[] {
  const { fatherName, phone, birthDate, sex } = noValues;
  const people = [
    ...referrals.map(toPerson),
    ...checkups.map(({ firstName, lastName }) => ({
      firstName,
      lastName,
      fatherName,
      phone,
      birthDate,
      sex,
    })),
  ];
  const byName = new Map<string, PersonValues>();
  for (const person of people) {
    const name = foldText(fullName(person));
    if (name && !byName.has(name)) byName.set(name, person);
  }
  const text = foldText(fullName(typed));
  return [...byName]
    .filter(([name]) => name.includes(text) && name !== text)
    .map(([, person]) => person)
    .slice(0, MAX_PATIENTS);
}

/** The last short questions that the present one does not contain. */
export function findPhrases(referrals: readonly Referral[], question: string): string[] {
  const questions = referrals.map((referral) => referral.question.trim());
  return [...new Set(questions)]
    .filter((phrase) => phrase && phrase.length <= PHRASE_MAX && !question.includes(phrase))
    .slice(0, MAX_PHRASES);
}
