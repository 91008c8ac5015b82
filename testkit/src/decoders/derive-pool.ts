import { DecoderFailure, RejectedFile } from '../../../server/src/platform/media/decoder-errors.ts';
import type { Derivation, DerivedType } from '../../../server/src/platform/media/derivation.ts';
import { decoderPool } from '../../../server/src/platform/media/pool/decoder-pool.ts';
import type { Ending } from '../world.ts';

/** How a file ended: derived, rejected with a reason, or its process ended with a reason. */
export type DeriveOutcome = Derivation['state'] | 'rejected' | DecoderFailure['reason'];

/** Decoder processes that derive files of a folder, as a server has them. */
export function derivePool(t: Ending, { folder, timeout }: { folder: string; timeout: number }) {
  const pool = decoderPool({ folder, maxWaiting: 100, maxWaitingPerPerson: 100 });
  t.after(() => pool.close());
  return {
    pids: () => pool.pids(),
    /** Never rejects where the file is at fault. */
    async derive(type: DerivedType, path: string): Promise<DeriveOutcome> {
      const onOutput = () => Promise.resolve();
      try {
        const options = { client: path, timeout, onOutput };
        const { value } = await pool.run('derive', { type }, { path }, options);
        return value?.state ?? 'rejected';
      } catch (error) {
        if (error instanceof RejectedFile) return 'rejected';
        if (error instanceof DecoderFailure) return error.reason;
        throw error;
      }
    },
  };
}
