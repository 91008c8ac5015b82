import { intakeHeaders, intakePaths } from '@deqiq/contract/machines/intake/intake-link.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { deriveIntakeKey } from '../../../server/src/platform/intake-key.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { median, runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabases } from '../rows/databases.ts';
import { BIRTH_DATE, PHONE } from '../rows/patients.ts';
import { RARE } from '../rows/people.ts';
import { changes } from '../search/changes.ts';
import type { Login } from '../upload/partner.ts';
import { addReferrals } from './referral-rows.ts';

/** Requests of a round with cached totals. */
const REPEATS = 15;

/** The same bar as that of every list of few rows. */
const BAR = { of: 'ratio', max: 1.3 } as const;

type User = 'staff' | 'partner' | 'intake';

interface Request {
  readonly user: User;
  readonly path: string;
}

interface Comparison {
  readonly ours: Request;
  /** The checkups list with as many rows. */
  readonly other: Request;
  /** It has a total, which is counted anew after a write. */
  readonly isCounted: boolean;
}

const toQuery = (fields: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, `${value}`])).toString();

const ofStaff = (
  list: string,
  fields: Readonly<Record<string, string | number>> = {},
): Request => ({
  user: 'staff',
  path: `/api/admin/${list}?${toQuery({ limit: 20, ...fields })}`,
});

const similar = (fields: Readonly<Record<string, string>>): Comparison => ({
  ours: { user: 'staff', path: `/api/admin/patients/similar?${toQuery(fields)}` },
  other: ofStaff('checkups'),
  isCounted: false,
});

const exact = (fields: Readonly<Record<string, string>>): Comparison => ({
  ours: ofStaff('patients', fields),
  other: ofStaff('checkups'),
  isCounted: false,
});

const counted = (list: string, fields: Readonly<Record<string, string | number>>): Comparison => ({
  ours: ofStaff(list, fields),
  other: ofStaff('checkups', fields),
  isCounted: true,
});

/** Machines receive as many examinations as a page of staff can have rows. */
export const WORKLIST_ROWS = 100;

const comparisons = (rows: number): Readonly<Record<string, Comparison>> => ({
  ...Object.fromEntries(
    ['patients', 'referrals'].flatMap((list) => [
      [`${list}: the first page`, counted(list, {})],
      [`${list}: the middle`, counted(list, { page: Math.ceil(rows / 20 / 2) })],
      [`${list}: a common name`, counted(list, { name: 'Məmmədova' })],
      [`${list}: two common words`, counted(list, { name: 'Nigar qızı' })],
      [`${list}: a rare name`, counted(list, { name: RARE.first_name })],
    ]),
  ),
  'patients: telephone': exact({ phone: PHONE }),
  'patients: birth date': exact({ birthDate: BIRTH_DATE }),
  'patients: birth date and name': exact({ birthDate: BIRTH_DATE, name: RARE.first_name }),
  ...Object.fromEntries(
    (['sent', 'examined'] as const).map((state) => [
      `referrals: state ${state}`,
      {
        ours: ofStaff('referrals', { state }),
        other: ofStaff('checkups', { status: state === 'sent' ? 'pending' : 'completed' }),
        isCounted: true,
      },
    ]),
  ),
  'referrals: own of a partner': {
    ours: { user: 'partner', path: '/api/partner/referrals?limit=20' },
    other: { user: 'partner', path: '/api/partner/misc/checkups?limit=20' },
    isCounted: true,
  },
  'similar: three letters': similar({ firstName: 'Nig' }),
  'similar: a common name': similar({ firstName: 'Nigar', lastName: 'Məmmədova' }),
  'similar: all fields': similar({
    firstName: 'Nigar',
    lastName: 'Məmmədova',
    birthDate: BIRTH_DATE,
    phone: PHONE,
  }),
  [`worklist of ${WORKLIST_ROWS} examinations`]: {
    ours: { user: 'intake', path: intakePaths.worklist },
    other: ofStaff('checkups', { limit: WORKLIST_ROWS }),
    isCounted: false,
  },
});

/** Lists of patients and referrals, similar patients, and the worklist, each against the same list of checkups. */
export async function largeLists(bench: Bench, databases: BenchDatabases): Promise<Table> {
  return compareLists(bench, databases, await addReferrals(bench, databases.many));
}

/** The same, of a database whose rows were added. */
export async function compareLists(
  bench: Bench,
  { kind, many, rows }: BenchDatabases,
  login: Login,
): Promise<Table> {
  const server = await startServer(many);
  const change = await changes(many, ['checkups', 'patients', 'referrals']);
  const connection = new Connection(server.port);
  try {
    const staff = await new ApiClient(server.port).signIn();
    const partner = await new ApiClient(server.port).signIn('partner', login);
    const key = deriveIntakeKey(Buffer.from(many.secret, 'utf8'));
    const headers: Readonly<Record<User, string>> = {
      staff: staff.authorization,
      partner: partner.authorization,
      intake: `Authorization: Bearer ${key}\r\n${intakeHeaders.aeTitle}: PANO\r\n`,
    };
    const send = async ({ user, path }: Request): Promise<number> => {
      const began = performance.now();
      const { status } = await connection.get(path, headers[user]);
      if (status !== 200) throw new Error(`${path} returned ${status}`);
      return performance.now() - began;
    };
    const measure = async (request: Request, isCounted: boolean) => {
      if (isCounted) await change.one();
      const anew = await send(request);
      const times: number[] = [];
      for (let count = 0; count < REPEATS; count += 1) times.push(await send(request));
      return { anew, cached: median(times) };
    };
    const compared = Object.entries(comparisons(rows.many));
    const results = await runInterleaved(
      bench.scale.rounds,
      Object.fromEntries(
        compared.flatMap(([what, { ours, other, isCounted }]) => [
          [`${what}, ours`, () => measure(ours, isCounted)],
          [`${what}, other`, () => measure(other, isCounted)],
        ]),
      ),
    );
    const lineOf = (what: string, figure: 'anew' | 'cached'): Line => ({
      what: figure === 'anew' ? `${what}, counted anew` : what,
      unit: 'ms',
      ours: results[`${what}, ours`]?.[figure] ?? Number.NaN,
      other: results[`${what}, other`]?.[figure] ?? Number.NaN,
      bar: BAR,
    });
    return {
      title: `Lists of ${rows.many.toLocaleString('en')} patients and referrals, ${kind}`,
      about:
        'Milliseconds from request to response over HTTP on one connection. The other is the same list of checkups in the same rounds; for telephones, birth dates and similar patients its first page, for the worklist a page with as many rows. Counted anew: another process has just written to the tables.',
      lines: compared.flatMap(([what, { isCounted }]) => [
        lineOf(what, 'cached'),
        ...(isCounted ? [lineOf(what, 'anew')] : []),
      ]),
    };
  } finally {
    connection.close();
    await change.end();
    await server.end();
  }
}
