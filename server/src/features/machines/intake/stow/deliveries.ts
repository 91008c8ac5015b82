import type { IncompleteReason } from '@deqiq/contract/machines/intake/intake-link.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import type { Actor, Sender } from '../../../../platform/http/identity.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import type { DevicesService } from '../../devices/devices.service.ts';
import type { InstanceHeader } from './instance-header.ts';

/** Outcome of one part. Undecided: a job finds out whether it is repeated or a conflict. */
export type Outcome =
  | {
      readonly kind: 'stored' | 'repeated' | 'undecided' | 'conflict';
      readonly header: InstanceHeader;
    }
  | { readonly kind: 'failed'; readonly header?: InstanceHeader; readonly reason: number };

/** The sender of a request and what it has announced. */
export interface Delivery {
  /** Staff; null for a device. */
  readonly actor: Actor | null;
  readonly sender: Sender | null;
  readonly address: string;
  /** The study in the address, which all instances must have. */
  readonly studyUid?: string | undefined;
  /** How many instances the study has. */
  readonly announced?: number | undefined;
  /** Why more may come of the study, as the intake process says. */
  readonly incomplete?: IncompleteReason | undefined;
}

/** Outcome of a part, and the study that it is in. */
export interface Result {
  readonly outcome: Outcome;
  readonly studyId?: string;
}

export interface DeliveryDeps {
  db: Db;
  devices: Pick<DevicesService, 'addUsage'>;
  audit: Pick<AuditService, 'recordEntry'>;
}

/** One audit row per study and request, and the counts of the device. */
export async function recordDelivery(
  { db, audit, devices }: DeliveryDeps,
  { actor, sender, address }: Delivery,
  results: readonly Result[],
): Promise<void> {
  const failed = results.filter(({ outcome }) => outcome.kind === 'failed').length;
  const device = sender?.device?.id;
  const from = device ? `device ${device}` : sender ? `AE title ${sender.aeTitle}` : 'staff';
  await db.transaction().execute(async (tx) => {
    for (const [studyId, ofStudy] of Map.groupBy(results, (result) => result.studyId)) {
      if (studyId === undefined) continue;
      const counts = Object.entries(Object.groupBy(ofStudy, ({ outcome }) => outcome.kind));
      const detail = counts.map(([kind, list]) => `${list.length} ${kind}`).join(', ');
      await audit.recordEntry(tx, {
        actor,
        address,
        action: 'receive',
        object: 'intake-study',
        objectId: studyId,
        result: 'ok',
        detail: `${detail}, ${from}`,
      });
    }
    if (device)
      await devices.addUsage(tx, device, {
        accepted: results.length - failed,
        refused: failed,
        ...(failed > 0 && { error: 'not a DICOM instance, or of another study' }),
      });
  });
}
