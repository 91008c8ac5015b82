import { PERFORMED_PROCEDURE_STEP, STORAGE_COMMITMENT } from '../../platform/dicom/uids.ts';
import { Status } from '../../platform/dimse/command-set.ts';
import { type DataSet, parseDataSet } from '../../platform/dimse/data-set.ts';
import { readAll } from '../../platform/dimse/data-set-bytes.ts';
import {
  type NormalizedRequest,
  type SendEvent,
  StatusError,
} from '../../platform/dimse/services/service-provider.ts';
import type { ReceivingSlots } from '../../platform/queues/receiving-slots.ts';
import { readCommitmentRequest } from '../commitment/commitment-request.ts';
import type { CommitmentScp } from '../commitment/commitment-scp.ts';
import type { PerformedStepScp } from '../performed-steps/performed-step-scp.ts';
import type { SpoolSender } from '../spool/spool-names.ts';

/** Bytes of a data set without pixels: a step, or a request, about 3,000 images. */
const MAX_LENGTH = 524_288;

export interface NormalizedDeps {
  readonly steps: PerformedStepScp;
  readonly commitment: CommitmentScp;
  readonly slots: ReceivingSlots;
}

/**
 * Performs N-CREATE, N-SET and N-ACTION requests. A data set is read in a slot, like an image: few are in memory at a time. No
 * slot waits for the server.
 */
export const normalizedScp =
  ({ steps, commitment, slots }: NormalizedDeps, sender: SpoolSender, close: () => void) =>
  async (
    request: NormalizedRequest,
    dataSet: AsyncIterable<Buffer>,
    sendEvent: SendEvent,
  ): Promise<void> => {
    const { aeTitle, address } = sender;
    const read = <T>(parse: (parsed: DataSet) => T): Promise<T> =>
      slots.run({ sender: `${aeTitle} ${address}`, address }, dataSet, close, async (chunks) =>
        parse(parseDataSet(await readAll(chunks, MAX_LENGTH), request.transferSyntax)),
      );
    if (request.sopClass === PERFORMED_PROCEDURE_STEP)
      return steps.record(await read((parsed) => steps.read(request, parsed)), sender);
    if (request.sopClass !== STORAGE_COMMITMENT)
      throw new StatusError(Status.unrecognizedOperation, 'no such operation of this class');
    await commitment.add(
      sender,
      await read((parsed) => readCommitmentRequest(request, parsed)),
      sendEvent,
    );
  };
