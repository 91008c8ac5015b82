import { randomUUIDv7 } from 'node:crypto';
import { DAY } from '@deqiq/contract/shared/time/durations.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { searchKey } from '../../../server/src/platform/db/lists/name-search.ts';
import { instant, patientName, RARE, type Rows } from './people.ts';

/** A patient of every fill, and a value that about 30 of a million have in common. */
export const BIRTH_DATE = '1985-04-12';
export const PHONE = '+994507654321';

const FIRST_BIRTH = Date.UTC(1940, 0, 1);
const BIRTH_DAYS = 30_000;

/** States of a hundred referrals in a row. */
const STATES = Array.from({ length: 100 }, (_, n) =>
  n < 2 ? 'sent' : n < 5 ? 'accepted' : n < 15 ? 'expired' : n < 20 ? 'cancelled' : 'examined',
);

/** A patient for each checkup, and its referral with two steps. Dates and numbers are spread as in a register. */
export function* referralRows(
  checkups: readonly { readonly id: string; readonly partner_id: string }[],
  batch = 10_000,
): Generator<Rows> {
  const random = randomFrom(checkups.length);
  for (let from = 0; from < checkups.length; from += batch) {
    const created = checkups.slice(from, from + batch).map((checkup, index) => {
      const number = from + index;
      const isRare = number % Math.ceil(checkups.length / 3) === 1;
      const person = personOf(random, number, isRare);
      return { person, referral: referralOf(person, checkup, number) };
    });
    yield toRows(
      'patients',
      created.map(({ person }) => ({ ...person, phone_key: person.phone.slice(-9), ...blank })),
    );
    yield toRows(
      'referrals',
      created.map(({ referral }) => referral),
    );
    yield toRows(
      'referral_history',
      created.flatMap(({ referral }) => historyOf(referral)),
    );
  }
}

type Cells = Readonly<Record<string, string | number | null>>;

const blank = { email: '', note: '' };

function toRows(table: string, rows: readonly Cells[]): Rows {
  const columns = Object.keys(rows[0] ?? {});
  return {
    table,
    columns,
    rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
  };
}

function personOf(random: Random, number: number, isRare: boolean) {
  const { first_name, last_name } = isRare ? RARE : patientName(random);
  const birth = FIRST_BIRTH + random.below(BIRTH_DAYS) * DAY;
  return {
    id: randomUUIDv7(),
    first_name,
    last_name,
    father_name: '',
    birth_date: isRare ? BIRTH_DATE : new Date(birth).toISOString().slice(0, 10),
    sex: null,
    phone: isRare ? PHONE : `+99450${String(number).padStart(7, '0')}`,
    created_at: instant(number),
    name_key: searchKey(`${first_name} ${last_name}`),
  };
}

function referralOf(
  person: ReturnType<typeof personOf>,
  checkup: { readonly id: string; readonly partner_id: string },
  number: number,
) {
  const status = STATES[number % STATES.length] ?? 'examined';
  const isWaiting = status === 'sent' || status === 'accepted';
  const isLinked = status !== 'sent';
  return {
    ...person,
    id: randomUUIDv7(),
    partner_id: checkup.partner_id,
    status,
    examination: 'panoramic',
    purpose: 'implant',
    teeth: '36 37',
    question: 'Ağrı, sağ alt çənə',
    urgency: 'routine',
    report_wanted: 0,
    patient_id: isLinked ? person.id : null,
    patient_link: isLinked ? person.id : null,
    checkup_id: isLinked ? checkup.id : null,
    expires_at: isWaiting ? '2999-01-01T00:00:00.000Z' : null,
  };
}

function historyOf({ id, status, created_at }: ReturnType<typeof referralOf>): Cells[] {
  const step = { referral_id: id, at: created_at, role: 'system', reason: '' };
  const states = status === 'sent' ? ['sent'] : ['sent', status];
  return states.map((each) => ({ id: randomUUIDv7(), status: each, ...step }));
}
