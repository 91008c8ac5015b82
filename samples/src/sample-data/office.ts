import type { LabStatus } from '@deqiq/contract/office/labs.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { CalendarDay } from './calendar.ts';
import { differentNames, personName } from './names.ts';
import { mobileNumber, numberBehind, toEmail } from './partners.ts';
import { labWorks, newcomers, questions } from './phrases.ts';

/** Daily business of the office: laboratory orders, gifts, complaints, applications. */

export interface SampleLab {
  title: string;
  startDate: string;
  endDate: string;
  status: LabStatus;
  /** Index in the list of partners. */
  partner: number;
}

/** Oldest first. Orders promised for a past day are done, except one that is late. */
export function sampleLabs(
  seed: number,
  count: number,
  partners: number,
  today: CalendarDay,
): SampleLab[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, i) => {
    const age = Math.round(((count - 1 - i) / count) * 45);
    const work = 4 + random.below(9);
    return {
      title: labWorks[i % labWorks.length] ?? '',
      startDate: today.minus(age).iso,
      endDate: today.minus(age - work).iso,
      status: age > work && i !== count >> 1 ? 'completed' : 'pending',
      partner: i % 3 === 0 ? 0 : random.below(partners),
    };
  });
}

export interface SampleApplications {
  reservations: object[];
  partnerships: object[];
  messages: object[];
}

/** Few enough to stay below the limit of 20 forms a minute, with a reserve for users who try the demo. */
export function sampleApplications(seed: number, doctors: readonly string[]): SampleApplications {
  const random = randomFrom(seed);
  const people = differentNames(random, 15).map((name) => ({
    fullName: `${name.firstName} ${name.lastName}`,
    email: toEmail(name).replace('klinika', 'poct'),
    phone: mobileNumber(random),
  }));
  return {
    reservations: people.slice(0, 7).map((person) => ({
      ...person,
      partnerFullName: random.chance(0.8) ? random.pick(doctors) : 'yoxdur',
    })),
    partnerships: people.slice(7, 10).map((person, i) => ({
      ...person,
      clinicName: newcomers[i % newcomers.length] ?? '',
      clinicPhone: numberBehind('12', random),
    })),
    messages: people.slice(10).map((person, i) => ({
      ...person,
      email: i % 3 === 1 ? '' : person.email,
      message: questions[i],
    })),
  };
}

export interface SampleFigures {
  balance: number;
  patients: number;
}

/** Points and patients of a partner; older partners have more. */
export function sampleFigures(seed: number, index: number): SampleFigures {
  const random = randomFrom(seed + index);
  const balance = index === 16 ? -2.5 : Math.max(0, 14 - index) + random.below(4);
  return { balance, patients: Math.max(1, 96 - index * 4 + random.below(9)) };
}

/** A patient referred by a partner. */
export function referredPatient(random: Random) {
  return { ...personName(random), age: 18 + random.below(50) };
}
