import { provider } from '@deqiq/contract/shared/provider.ts';
import * as texts from '@deqiq/messages/site/provider.js';

/** The address as one line: «Təbriz küçəsi 44, Nərimanov rayonu, Bakı AZ1008». */
export const addressLine = (): string =>
  `${texts.street()}, ${texts.district()}, ${texts.city()} ${provider.address.postalCode}`;

/** For people: the footer and the contact section (specification, section 9). */
export const listOpeningHours = (): readonly { days: string; time: string }[] => [
  { days: texts.workingDays(), time: provider.openingHours },
  { days: texts.sunday(), time: texts.sundayHours() },
];

/** The work so far in numbers, each with its noun. */
export function listFigures(): readonly { value: string; label: string }[] {
  const { patients, doctors, years } = provider.figures;
  return [
    { value: `+${patients}`, label: texts.patients({ count: patients }) },
    { value: `+${doctors}`, label: texts.doctors({ count: doctors }) },
    { value: `+${years}`, label: texts.years({ count: years }) },
  ];
}
