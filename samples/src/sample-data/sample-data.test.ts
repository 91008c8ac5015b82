import assert from 'node:assert/strict';
import test from 'node:test';
import { createPartner } from '@deqiq/contract/people/partners.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { todayInBaku } from './calendar.ts';
import { sampleCheckups } from './checkups.ts';
import { differentNames } from './names.ts';
import { samplePartners } from './partners.ts';
import { reportText } from './report.ts';

const today = todayInBaku(Date.parse('2026-11-20T07:00:00Z'));

test('a day begins in Baku four hours before it begins in London', () => {
  assert.equal(todayInBaku(Date.parse('2026-11-20T19:59:00Z')).iso, '2026-11-20');
  assert.equal(todayInBaku(Date.parse('2026-11-20T20:00:00Z')).iso, '2026-11-21');
  assert.equal(today.minus(20).iso, '2026-10-31');
  assert.equal(todayInBaku(Date.parse('2028-03-01T12:00:00Z')).minus(1).iso, '2028-02-29');
});

test('family names have the endings of women and men', () => {
  for (const { lastName, sex } of differentNames(randomFrom(1), 300)) {
    if (/(ov|ev)a?$/.test(lastName)) assert.equal(lastName.endsWith('a'), sex === 'F', lastName);
    else assert.match(lastName, /(l[iıuü]|zadə)$/, lastName);
  }
});

test('every partner is valid for the form of staff and has a unique e-mail', () => {
  const partners = samplePartners(9, 40, today);
  for (const partner of partners) {
    assert.equal(createPartner.safeParse(partner).success, true, JSON.stringify(partner));
    assert.match(partner.phone, /^\+994 (50|51|55|70|77|99) 0\d\d \d\d \d\d$/);
    assert.match(partner.email, /^[a-z.]+@klinika\.example$/);
    assert.ok(partner.birthDate > '1968-01-01' && partner.birthDate < '2001-01-01');
  }
  assert.equal(new Set(partners.map((partner) => partner.email)).size, 40);
});

test('visits are ordered from the oldest to today, and waiting ones are new', () => {
  const visits = sampleCheckups(9, 60, today);
  assert.deepEqual(
    visits.map((visit) => visit.day),
    visits.map((visit) => visit.day).sort(),
  );
  assert.equal(visits.at(-1)?.day, today.iso);
  const daysAgo = (day: string) => (Date.parse(today.iso) - Date.parse(day)) / 86_400_000;
  for (const { status, day, endDate } of visits) {
    if (status === 'pending') assert.ok(daysAgo(day) <= 1);
    assert.equal(endDate !== '', status === 'completed');
    assert.ok(endDate === '' || (endDate >= day && endDate <= today.iso), `${day} to ${endDate}`);
  }
  assert.equal(new Set(visits.map((visit) => visit.status)).size, 3);
});

test('equal seeds give equal sample data', () => {
  assert.deepEqual(sampleCheckups(4, 20, today), sampleCheckups(4, 20, today));
  assert.deepEqual(samplePartners(4, 20, today), samplePartners(4, 20, today));
});

test('a report names the patient, the examination and the day', () => {
  const [visit] = sampleCheckups(4, 1, today);
  assert.ok(visit);
  const text = reportText(visit);
  for (const part of [visit.patient.lastName, visit.name, visit.day.split('-').reverse().join('.')])
    assert.ok(text.includes(part), part);
});
