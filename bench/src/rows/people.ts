import { randomUUIDv7 } from 'node:crypto';
import { personName } from '@deqiq/samples/sample-data/names.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { searchKey } from '../../../server/src/platform/db/lists/name-search.ts';
import { sortKey } from '../../../server/src/platform/db/lists/sort-key.ts';

/** A name that exactly three patients have, whatever the number of patients. */
export const RARE = { first_name: 'Zərqələm', last_name: 'Xəzinədarbəyova Tacəddin qızı' };

const PARTNERS = 500;
const DAY = 86_400_000;
const BEGINNING = Date.UTC(2026, 10, 20);

/** A table and its rows; the cells are in the order of the columns. */
export interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Partners first, then checkups in batches with a file each, every fourth with a picture too. */
export function* clinicRows(count: number, batch = 10_000): Generator<Rows> {
  const random = randomFrom(count);
  const partners = Array.from({ length: PARTNERS }, () => partnerRow(random));
  yield { table: 'partners', columns: partnerColumns, rows: partners };
  const keys = new Map<string, string>();
  for (let from = 0; from < count; from += batch) {
    const length = Math.min(batch, count - from);
    const checkups = Array.from({ length }, (_, n) => {
      const isRare = (from + n) % Math.ceil(count / 3) === 1;
      return checkupRow(random, String(random.pick(partners)[0]), from + n, keys, isRare);
    });
    yield { table: 'checkups', columns: checkupColumns, rows: checkups };
    const files = checkups.flatMap(([id], n) =>
      n % 4 === 0 ? [fileRow(id, 0), fileRow(id, 1)] : [fileRow(id, 0)],
    );
    yield { table: 'checkup_files', columns: fileColumns, rows: files };
    yield {
      table: 'file_imaging',
      columns: imagingColumns,
      rows: files.map(([id]) => imagingRow(String(id))),
    };
  }
}

const imagingColumns = [
  'file_id',
  'state',
  'kind',
  'generation',
  'summary',
  'patient_name',
  'updated_at',
];

/** A panoramic whose previews have been made. */
const imagingRow = (fileId: string) => [
  fileId,
  'ready',
  'image',
  '0123456789ab',
  PANORAMIC,
  '',
  instant(0),
];

const PANORAMIC = JSON.stringify({
  width: 2_800,
  height: 1_500,
  frames: 1,
  previews: [320, 1_280, 2_400],
  modality: 'PX',
  spacing: [0.1, 0.1],
  spacingKind: 'detector',
  acquiredOn: '2026-11-20',
  device: 'OP 3D',
});

const partnerColumns = [
  'id',
  'first_name',
  'last_name',
  'phone',
  'email',
  'email_key',
  'instagram',
  'clinic_name',
  'password_hash',
  'created_at',
  'name_key',
  'sort_key',
];

function partnerRow(random: Random) {
  const id = randomUUIDv7();
  const { firstName, lastName } = personName(random);
  const name = `${firstName} ${lastName}`;
  const email = `${id}@example.az`;
  const details = ['+994501234567', email, email, '@dent', 'Ağ Diş', 'none', instant(0)];
  return [id, firstName, lastName, ...details, searchKey(name), sortKey(name)];
}

const checkupColumns = [
  'id',
  'partner_id',
  'first_name',
  'last_name',
  'name',
  'description',
  'start_date',
  'end_date',
  'status',
  'created_at',
  'name_key',
];

function checkupRow(
  random: Random,
  partner: string,
  number: number,
  keys: Map<string, string>,
  isRare: boolean,
) {
  const { first_name, last_name } = isRare ? RARE : patientName(random);
  const name = `${first_name} ${last_name}`;
  const key = keys.get(name) ?? searchKey(name);
  keys.set(name, key);
  const what = ['Panoram rentgen', 'Şikayət: ağrı, sağ alt çənə'];
  const when = [instant(number).slice(0, 10), null, 'completed', instant(number)];
  return [randomUUIDv7(), partner, first_name, last_name, ...what, ...when, key];
}

/** Names as clinics record patients: given name, family name, father's name, and son or daughter. */
export function patientName(random: Random) {
  const { firstName, lastName, sex } = personName(random);
  const father = personName(random, 'M').firstName;
  return {
    first_name: firstName,
    last_name: `${lastName} ${father} ${sex === 'F' ? 'qızı' : 'oğlu'}`,
  };
}

const fileColumns = [
  'id',
  'checkup_id',
  'kind',
  'position',
  'name',
  'size',
  'content_type',
  'crc32',
  'created_at',
];

function fileRow(checkup: string | number | null | undefined, position: number) {
  const isPicture = position > 0;
  return [
    randomUUIDv7(),
    checkup ?? null,
    'xray',
    position,
    isPicture ? 'panoram.jpg' : 'panoram.dcm',
    3_000_000,
    isPicture ? 'image/jpeg' : 'application/dicom',
    123_456_789,
    instant(0),
  ];
}

export const instant = (number: number) =>
  new Date(BEGINNING - 3_000 * DAY + number * 1_000).toISOString();
