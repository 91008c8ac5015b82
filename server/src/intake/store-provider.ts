import type { StoreRequest } from '../platform/dimse/acceptor.ts';
import { Status } from '../platform/dimse/command-set.ts';
import { encodeFileMeta } from '../platform/media/dicom-meta.ts';
import type { Activity } from './activity.ts';
import type { IntakeLog } from './intake-log.ts';
import { type Spool, SpoolFullError } from './spool.ts';

export interface StoreDeps {
  readonly spool: Spool;
  readonly activity: Activity;
  readonly log: IntakeLog;
  readonly forward: (name: string) => void;
}

/**
 * Stores instances of one machine in the spool, byte for byte. The response follows when the file is durable (PS3.4,
 * B.2.3: success means that it is stored).
 */
export const storeProvider =
  ({ spool, activity, log, forward }: StoreDeps, callingAeTitle: string) =>
  async (request: StoreRequest, dataSet: AsyncIterable<Buffer>): Promise<number> => {
    try {
      const meta = encodeFileMeta({
        ...{ sopClassUid: request.sopClass, sopUid: request.sopInstance },
        ...{ transferSyntax: request.transferSyntax, sourceAeTitle: callingAeTitle },
      });
      const name = await spool.add(fileOf(meta, dataSet));
      activity.store(callingAeTitle);
      forward(name);
      return Status.success;
    } catch (error) {
      if (!(error instanceof SpoolFullError)) throw error;
      activity.refuse(callingAeTitle, 'the spool is full');
      log.error('spool-full', { aeTitle: callingAeTitle });
      return Status.outOfResources;
    }
  };

async function* fileOf(meta: Buffer, dataSet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield meta;
  yield* dataSet;
}
