import {
  MAX_SCHEDULED_STEPS,
  type PerformedStepMessage,
  type PerformedStepResult,
  type PerformedStepState,
  performedStepAnswer,
  performedStepStates,
} from '@deqiq/contract/machines/intake/performed-steps.ts';
import { Tag } from '../../platform/dicom/tags.ts';
import { Status } from '../../platform/dimse/command-set.ts';
import { type DataSet, findElement, readText } from '../../platform/dimse/data-set.ts';
import {
  type NormalizedRequest,
  StatusError,
} from '../../platform/dimse/services/service-provider.ts';
import { memoryLimits } from '../../platform/limits/memory-limits.ts';
import { rateLimiter } from '../../platform/limits/rate-limiter.ts';
import { keyedMutex } from '../../platform/queues/concurrency.ts';
import { DAY } from '../../platform/time.ts';
import type { ServerClient } from '../forwarding/server-client.ts';
import { formatHost, type SpoolSender } from '../spool/spool-names.ts';

/** Steps of one address in a day: ten times a busy centre. */
const DAILY_LIMIT = { name: 'performed steps', max: 5_000, window: DAY };

/** Error ID of a step that may no longer be updated (PS3.4, table F.7.2-2). */
const STEP_HAS_ENDED = 0xa710;

const MAX_CODE_LENGTH = 64;

interface Deps {
  readonly client: Pick<ServerClient, 'recordStep'>;
  readonly now: () => number;
}

export type PerformedStepScp = ReturnType<typeof performedStepScp>;

/** Serves the Modality Performed Procedure Step (PS3.4, F.7): the server stores the messages of machines. */
export function performedStepScp({ client, now }: Deps) {
  const limiter = rateLimiter({ enabled: true, limits: memoryLimits(now), per: [DAILY_LIMIT] });
  const mutex = keyedMutex();
  return {
    /** Reads the attributes that the server stores. Throws a StatusError. */
    read({ operation, sopInstance }: NormalizedRequest, dataSet: DataSet): PerformedStepMessage {
      if (operation === 'create') return readCreation(sopInstance, dataSet);
      if (operation === 'set')
        return { operation, sopUid: sopInstance, state: readState(dataSet) ?? null };
      throw new StatusError(Status.unrecognizedOperation, 'not an operation of a performed step');
    },

    /** Returns after the server has stored it. Throws a StatusError. */
    async record(message: PerformedStepMessage, { aeTitle, address }: SpoolSender): Promise<void> {
      if (message.operation === 'create' && (await limiter.consume(address)) > 0)
        throw new StatusError(Status.resourceLimitation, 'too many steps today');
      // One at a time: the machines of an address leave the connections to the server to others.
      const result = await mutex.run(formatHost(address), () => sendStep(client, message, aeTitle));
      const refusal = refusals[result];
      if (refusal) throw new StatusError(refusal.status, result, refusal.errorId);
    },
  };
}

const refusals: Readonly<
  Partial<Record<PerformedStepResult, { readonly status: number; readonly errorId?: number }>>
> = {
  duplicate: { status: Status.duplicateSopInstance },
  unknown: { status: Status.noSuchSopInstance },
  ended: { status: Status.processingFailure, errorId: STEP_HAS_ENDED },
};

function readCreation(sopUid: string, dataSet: DataSet): PerformedStepMessage {
  const state = readState(dataSet);
  if (state === undefined) throw new StatusError(Status.missingAttribute, 'no status');
  if (state !== 'IN PROGRESS') throw new StatusError(Status.invalidAttributeValue, 'begins ended');
  const scheduled = findElement(dataSet, Tag.scheduledStepAttributesSequence)?.items ?? [];
  return {
    operation: 'create',
    sopUid,
    accessionNumbers: scheduled
      .slice(0, MAX_SCHEDULED_STEPS)
      .map((item) => readCode(item, Tag.accessionNumber))
      .filter(Boolean),
    patientId: readCode(dataSet, Tag.patientId),
  };
}

/** undefined where the data set has no status. */
function readState(dataSet: DataSet): PerformedStepState | undefined {
  if (!findElement(dataSet, Tag.performedProcedureStepStatus)) return undefined;
  const text = readText(dataSet, Tag.performedProcedureStepStatus);
  if (text === '') throw new StatusError(Status.missingAttributeValue, 'empty status');
  const state = performedStepStates.find((one) => one === text);
  if (!state) throw new StatusError(Status.invalidAttributeValue, 'unknown status');
  return state;
}

const readCode = (dataSet: DataSet, tag: number): string =>
  readText(dataSet, tag).slice(0, MAX_CODE_LENGTH);

/** The machine shows an error where the server cannot be asked. */
async function sendStep(
  client: Deps['client'],
  message: PerformedStepMessage,
  aeTitle: string,
): Promise<PerformedStepResult> {
  try {
    const { status, body } = await client.recordStep(message, aeTitle);
    if (status === 200) return performedStepAnswer.parse(JSON.parse(body)).result;
  } catch {
    // An error about JSON quotes it; numbers of patients must not get into the log.
  }
  throw new StatusError(Status.processingFailure, 'the server does not answer');
}
