import { randomUUID } from 'node:crypto';
import { findIdleCheckup } from './uploads.ts';
import type { Workload } from './workload.ts';

/** Creates and renames partners, sometimes deletes a checkup or one of its files, until the server exits. */
export async function runSmallWrites(workload: Workload): Promise<void> {
  const { expected, random, staff } = workload;
  const ids = new Map<string, string>();
  while (!workload.isOver()) {
    const chance = random.next();
    const checkup = chance < 0.2 ? findIdleCheckup(expected, random) : undefined;
    if (checkup && chance < 0.1) await removeCheckup(workload, checkup);
    else if (checkup) await removeFile(workload, checkup);
    else if (chance < 0.6 || ids.size === 0) {
      const details = uniquePerson();
      ids.set(details.email, await createPartner(workload, details));
    } else {
      const [email, id] = random.pick([...ids]);
      const details = { ...uniquePerson(), email };
      const acknowledge = expected.begin(expected.partners, email, details.firstName);
      await staff.call('PUT', `/api/admin/partners/${id}`, details);
      acknowledge();
    }
  }
}

/** Creates a partner with a sign-in; returns its id. */
export async function createPartner(
  { expected, staff }: Pick<Workload, 'expected' | 'staff'>,
  details = uniquePerson(),
) {
  const acknowledge = expected.begin(expected.partners, details.email, details.firstName);
  const { partner } = await staff.call<{ partner: { _id: string } }>(
    'POST',
    '/api/admin/partners',
    { ...details, password: PASSWORD },
  );
  acknowledge();
  return partner._id;
}

/** Deletes a checkup with all its files. */
export async function removeCheckup({ expected, staff }: Workload, id: string): Promise<void> {
  expected.busy.add(id);
  const acknowledge = expected.begin(expected.checkups, id, undefined);
  await staff.call('DELETE', `/api/admin/checkups/${id}`);
  acknowledge();
}

async function removeFile({ expected, staff }: Workload, id: string): Promise<void> {
  const [file, ...others] = expected.checkups.get(id)?.now ?? [];
  if (!file || others.length === 0) return;
  expected.busy.add(id);
  const acknowledge = expected.begin(expected.checkups, id, others);
  await staff.call('DELETE', `/api/admin/checkups/${id}/files/${encodeURIComponent(file.name)}`);
  acknowledge();
  expected.busy.delete(id);
}

export const PASSWORD = 'partner-password';

/** A unique name and e-mail. */
export const uniquePerson = () => ({
  firstName: `Aytən ${randomUUID()}`,
  lastName: 'Məmmədova',
  birthDate: '1985-04-12',
  phone: '+994 50 123 45 67',
  email: `${randomUUID()}@example.az`,
  instagram: '@ayten.dent',
  clinicName: 'Ağ Diş',
});
