import { randomUUID } from 'node:crypto';
import { idleCheckup } from './uploads.ts';
import type { Shift } from './workload.ts';

/** Creates and renames partners, now and then deletes a checkup or one of its files, until the server is gone. */
export async function smallWrites(shift: Shift): Promise<void> {
  const { known, random, staff } = shift;
  const ids = new Map<string, string>();
  while (!shift.isOver()) {
    const chance = random.next();
    const checkup = chance < 0.2 ? idleCheckup(known, random) : undefined;
    if (checkup && chance < 0.1) await removeCheckup(shift, checkup);
    else if (checkup) await removeFile(shift, checkup);
    else if (chance < 0.6 || ids.size === 0) {
      const details = someone();
      ids.set(details.email, await createPartner(shift, details));
    } else {
      const [email, id] = random.pick([...ids]);
      const details = { ...someone(), email };
      const kept = known.begin(known.partners, email, details.firstName);
      await staff.call('PUT', `/api/admin/partners/${id}`, details);
      kept();
    }
  }
}

/** A new partner who can sign in; its id. */
export async function createPartner(
  { known, staff }: Pick<Shift, 'known' | 'staff'>,
  details = someone(),
) {
  const kept = known.begin(known.partners, details.email, details.firstName);
  const { partner } = await staff.call<{ partner: { _id: string } }>(
    'POST',
    '/api/admin/partners',
    { ...details, password: PASSWORD },
  );
  kept();
  return partner._id;
}

/** With all its files. */
export async function removeCheckup({ known, staff }: Shift, id: string): Promise<void> {
  known.busy.add(id);
  const kept = known.begin(known.checkups, id, undefined);
  await staff.call('DELETE', `/api/admin/checkups/${id}`);
  kept();
}

async function removeFile({ known, staff }: Shift, id: string): Promise<void> {
  const [file, ...others] = known.checkups.get(id)?.now ?? [];
  if (!file || others.length === 0) return;
  known.busy.add(id);
  const kept = known.begin(known.checkups, id, others);
  await staff.call('DELETE', `/api/admin/checkups/${id}/files/${encodeURIComponent(file.name)}`);
  kept();
  known.busy.delete(id);
}

export const PASSWORD = 'partner-password';

/** Somebody nobody has heard of. */
export const someone = () => ({
  firstName: `Aytən ${randomUUID()}`,
  lastName: 'Məmmədova',
  birthDate: '1985-04-12',
  phone: '+994 50 123 45 67',
  email: `${randomUUID()}@example.az`,
  instagram: '@ayten.dent',
  clinicName: 'Ağ Diş',
});
