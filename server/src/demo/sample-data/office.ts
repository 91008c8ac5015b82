import type { GiftId } from '@deqiq/contract/gifts.ts';
import type { LabStatus } from '@deqiq/contract/labs.ts';
import { type Random, randomFrom } from '../random.ts';
import type { CalendarDay } from './calendar.ts';
import { differentNames, type PersonName } from './names.ts';
import { clinicNames, emailOf, handleOf, landline, mobileNumber } from './partners.ts';
import { complaints, labWorks, questions } from './phrases.ts';

/** What stands in the sections of the back-office beside partners and checkups. Partners by their place in the list. */
export interface SampleOffice {
  clinics: { title: string; phone: string; instagram: string }[];
  doctors: (PersonName & {
    phone: string;
    clinicName: string;
    instagram: string;
    certificates: number;
  })[];
  labs: { title: string; partner: number; startDate: string; endDate: string; status: LabStatus }[];
  /** Points, and what is asked for with them; an outcome leaves the rest pending. */
  accounts: { partner: number; patients: number; points: number; wishes: Wish[] }[];
  reports: { partner: number; message: string }[];
  reservations: (Visitor & { partnerFullName: string })[];
  partnerApplications: (Visitor & { clinicName: string; clinicPhone: string })[];
  messages: (Visitor & { message: string })[];
}

export interface Wish {
  gift: GiftId;
  outcome?: 'confirm' | 'reject';
}

interface Visitor {
  fullName: string;
  email: string;
  phone: string;
}

const WISHES: readonly Wish[] = [
  { gift: 'pen', outcome: 'confirm' },
  { gift: 'all', outcome: 'confirm' },
  { gift: 'bag' },
  { gift: 'notebook', outcome: 'reject' },
  { gift: 'notebook' },
];

/** The public forms together stay below what one address may send in a minute. */
export function sampleOffice(seed: number, partners: number, today: CalendarDay): SampleOffice {
  const random = randomFrom(seed);
  const someone = () => random.below(partners);
  const visitors = differentNames(random, 17).map((name) => visitor(random, name));
  return {
    clinics: clinicNames.slice(0, 11).map((title) => ({
      title,
      phone: landline(random),
      instagram: `@${handleOf(title)}`,
    })),
    doctors: differentNames(random, 11).map((name, i) => ({
      ...name,
      phone: mobileNumber(random),
      clinicName: i % 5 === 4 ? '' : (clinicNames[i % clinicNames.length] ?? ''),
      instagram: i % 4 === 3 ? '' : `@dr.${handleOf(`${name.firstName} ${name.lastName}`)}`,
      certificates: [2, 1, 0, 4, 1, 0][i % 6] ?? 0,
    })),
    labs: Array.from({ length: 26 }, (_, i) => lab(random, someone(), today, 52 - i * 2)),
    accounts: Array.from({ length: partners }, (_, partner) => account(random, partner)),
    reports: complaints.map((message) => ({ partner: someone(), message })),
    reservations: visitors
      .slice(0, 8)
      .map((each) => ({ ...each, partnerFullName: doctor(random) })),
    partnerApplications: visitors.slice(8, 12).map((each, i) => ({
      ...each,
      clinicName: clinicNames[11 + (i % 3)] ?? '',
      clinicPhone: landline(random),
    })),
    messages: visitors.slice(12).map((each, i) => ({
      ...each,
      email: i % 3 === 1 ? '' : each.email,
      message: questions[i % questions.length] ?? '',
    })),
  };
}

function visitor(random: Random, name: PersonName): Visitor {
  const fullName = `${name.firstName} ${name.lastName}`;
  return { fullName, email: emailOf(name), phone: mobileNumber(random) };
}

function doctor(random: Random): string {
  const [name] = differentNames(random, 1);
  return name ? `Dr. ${name.firstName} ${name.lastName}` : '';
}

function lab(random: Random, partner: number, today: CalendarDay, daysAgo: number) {
  const start = today.minus(daysAgo);
  const status: LabStatus = daysAgo > 9 ? 'completed' : 'pending';
  const endDate = start.minus(-7 - random.below(8)).iso;
  return { title: random.pick(labWorks), partner, startDate: start.iso, endDate, status };
}

/** The first partners have had gifts already; one account is below zero. */
function account(random: Random, partner: number) {
  const wishes = partner < 8 ? WISHES.slice(0, 1 + (partner % WISHES.length)) : [];
  const points = partner === 9 ? -2.5 : random.below(9) + wishes.length;
  return { partner, patients: 3 + random.below(90), points, wishes };
}
