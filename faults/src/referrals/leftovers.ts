import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { withRows } from '../crash/compare/rows.ts';

/** Rows that reference missing ones or missing bytes; each query returns what is wrong. */
const queries = {
  'examinations without a referral': `select id from checkups where name <> 'Göndəriş'
    and not exists (select 1 from referrals where checkup_id = checkups.id)`,
  'examinations of unknown patients': `select id from checkups where patient_id is not null
    and not exists (select 1 from patients where patients.id = checkups.patient_id)`,
  'referrals of unknown patients': `select id from referrals where patient_id is not null
    and not exists (select 1 from patients where patients.id = referrals.patient_id)`,
  'patients merged into unknown ones': `select id from patients where merged_into is not null
    and not exists (select 1 from patients as survivor where survivor.id = patients.merged_into)`,
  'patients merged in a circle': `with recursive below (id) as (
      select id from patients where merged_into is null
      union all select patients.id from patients join below on patients.merged_into = below.id
    ) select id from patients where id not in (select id from below)`,
  'steps without a referral': `select id from referral_history
    where not exists (select 1 from referrals where referrals.id = referral_id)`,
  'pictures without a referral': `select id from referral_files
    where not exists (select 1 from referrals where referrals.id = referral_id)`,
  'appointments of a machine at one time': `select one.id from appointments as one
    join appointments as other on other.device_id = one.device_id and other.id > one.id
      and other.starts_at < one.ends_at and other.ends_at > one.starts_at
    where one.status in ('booked', 'arrived') and other.status in ('booked', 'arrived')`,
  'appointments of unknown referrals': `select id from appointments where referral_id is not null
    and not exists (select 1 from referrals where referrals.id = referral_id)`,
} as const;

const FILES = `select id from checkup_files union all select id from deleted_files
  union all select id from referral_files union all select id from question_files`;

/** Defects that no single history shows. Returns one sentence for each kind. */
export function findLeftovers(location: DataLocation): Promise<string[]> {
  return withRows(location, async (select) => {
    const wrong: string[] = [];
    for (const [what, sql] of Object.entries(queries)) {
      const ids = (await select(sql)).map(({ id }) => id);
      if (ids.length > 0) wrong.push(`${ids.length} ${what}: ${ids.slice(0, 3).join(', ')}`);
    }
    const stored = new Set(await readdir(join(location.dataDir, 'objects/files')));
    const missing = (await select(FILES)).filter(({ id }) => !stored.has(String(id)));
    if (missing.length > 0) wrong.push(`${missing.length} files have a row but no bytes`);
    return wrong;
  });
}
