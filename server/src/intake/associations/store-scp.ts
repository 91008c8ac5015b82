import { encodeFileMeta } from '../../platform/dicom/file-meta.ts';
import { Status } from '../../platform/dimse/command-set.ts';
import type { StoreRequest } from '../../platform/dimse/services/service-provider.ts';
import type { Activity } from '../activity.ts';
import type { IntakeLog } from '../intake-log.ts';
import type { Spool } from '../spool/spool.ts';
import type { SpoolSender } from '../spool/spool-names.ts';
import { SpoolFullError, TooLargeError } from '../spool/spool-writer.ts';
import type { Delivery, StudyActivity } from '../study-activity.ts';

export interface StoreDeps {
  readonly spool: Spool;
  readonly activity: Activity;
  readonly studies: StudyActivity;
  readonly log: IntakeLog;
  readonly forward: (name: string) => void;
}

/** Stores instances in the spool byte for byte. Responds when the file is durable (PS3.4, B.2.3). */
export const storeScp =
  (
    { spool, activity, studies, log, forward }: StoreDeps,
    sender: SpoolSender,
    delivery: Delivery,
  ) =>
  async (request: StoreRequest, dataSet: AsyncIterable<Buffer>): Promise<number> => {
    const { aeTitle } = sender;
    try {
      const meta = encodeFileMeta({
        sopClassUid: request.sopClass,
        sopUid: request.sopInstance,
        transferSyntax: request.transferSyntax,
        sourceAeTitle: aeTitle,
      });
      const name = await spool.add(sender, joinFile(meta, dataSet));
      await studies.add(delivery, name);
      activity.store(aeTitle);
      forward(name);
      return Status.success;
    } catch (error) {
      const isFull = error instanceof SpoolFullError;
      if (isFull || error instanceof TooLargeError) activity.refuse(aeTitle, error.message);
      // The association ends: a data set without end would occupy it for ever.
      if (!isFull) throw error;
      log.error('spool-full', { aeTitle, address: sender.address, message: error.message });
      return Status.outOfResources;
    }
  };

async function* joinFile(meta: Buffer, dataSet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield meta;
  yield* dataSet;
}
