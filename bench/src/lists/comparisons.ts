import { intakePaths } from '@deqiq/contract/machines/intake/intake-link.ts';
import { BIRTH_DATE, PHONE } from '../rows/patients.ts';
import { RARE } from '../rows/people.ts';

export type User = 'staff' | 'partner' | 'intake';

export interface Request {
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

const similar = (
  name: { readonly firstName: string; readonly lastName?: string },
  fields: Readonly<Record<string, string>> = {},
): Comparison => ({
  ours: { user: 'staff', path: `/api/admin/patients/similar?${toQuery({ ...name, ...fields })}` },
  other: ofStaff('checkups', { name: `${name.firstName} ${name.lastName ?? ''}` }),
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
const WORKLIST_ROWS = 100;

/** The lists of tables with this many rows, by what they are called in the report. */
export const comparisons = (rows: number): Readonly<Record<string, Comparison>> => ({
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
  'similar: all fields': similar(
    { firstName: 'Nigar', lastName: 'Məmmədova' },
    { birthDate: BIRTH_DATE, phone: PHONE },
  ),
  [`worklist of ${WORKLIST_ROWS} examinations`]: {
    ours: { user: 'intake', path: intakePaths.worklist },
    other: ofStaff('checkups', { limit: WORKLIST_ROWS }),
    isCounted: false,
  },
});
