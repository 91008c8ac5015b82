import { SHIPMENT_NAME } from '@deqiq/contract/examinations/shipments.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import { newId } from '../../../../platform/ids.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import * as repo from '../checkups.repo.ts';
import type { IntakePatient } from '../files/received-files.ts';

interface Deps {
  readonly audit: Pick<AuditService, 'record'>;
}

/** A shipment whose referral is accepted gets names; one that staff have named keeps them. */
export async function describeShipment(
  { audit }: Deps,
  tx: Db,
  actor: Actor,
  id: string,
  { firstName, lastName, name }: Omit<IntakePatient, 'partner'>,
): Promise<void> {
  const row = await repo.find(tx, id);
  if (!row) return;
  const isNameless = `${row.first_name}${row.last_name}`.trim() === '';
  await repo.update(tx, id, {
    ...(isNameless && { first_name: firstName, last_name: lastName }),
    ...(row.name === SHIPMENT_NAME && { name }),
  });
  await audit.record(tx, actor, 'change', 'checkup', id);
}

/** A record that is merged into the same survivor stays as it is. */
export async function setPatient(tx: Db, id: string, patientId: string | null): Promise<void> {
  const row = await repo.find(tx, id);
  if (patientId !== null && row?.patient?.id === patientId) return;
  await repo.update(tx, id, {
    patient_id: patientId,
    patient_link: patientId === null ? null : newId(),
  });
}

/** Cancels a checkup without files. */
export async function cancelUnmade(
  { audit }: Deps,
  tx: Db,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = await repo.find(tx, id);
  if (!row || row.status === 'cancelled' || row.files.length > 0) return;
  await repo.update(tx, id, { status: 'cancelled' });
  await audit.record(tx, actor, 'change', 'checkup', id);
}
