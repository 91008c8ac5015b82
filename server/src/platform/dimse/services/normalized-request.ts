import { isUid } from '../../dicom/uids.ts';
import type { Association, Message } from '../association.ts';
import { CommandField, Status } from '../command-set.ts';
import { skip, withoutReturn } from '../data-set-bytes.ts';
import {
  type NormalizedOperation,
  type SendEvent,
  type ServiceProvider,
  StatusError,
} from './service-provider.ts';

const operations: ReadonlyMap<number, NormalizedOperation> = new Map([
  [CommandField.create, 'create'],
  [CommandField.set, 'set'],
  [CommandField.action, 'action'],
]);

/** The operation of a command; undefined for other commands. */
export const findOperation = (field: number): NormalizedOperation | undefined =>
  operations.get(field);

interface Received {
  readonly association: Association;
  readonly message: Message;
  readonly provider: ServiceProvider;
  readonly sendEvent: SendEvent;
}

interface Outcome {
  readonly status: number;
  readonly errorId?: number;
}

/** Performs an N-CREATE, N-SET or N-ACTION (PS3.7, 10.1) after the whole data set has been read. */
export async function performOperation(
  received: Received,
  operation: NormalizedOperation,
): Promise<Outcome> {
  const { association, message } = received;
  const dataSet = message.command.hasDataSet ? association.readDataSet(message) : emptyDataSet();
  const outcome = await perform(received, operation, dataSet);
  await skip(dataSet);
  return outcome;
}

async function perform(
  { message, provider, sendEvent }: Received,
  operation: NormalizedOperation,
  dataSet: AsyncGenerator<Buffer>,
): Promise<Outcome> {
  const { command, context } = message;
  const { sopClass, sopInstance, actionType } = command;
  if (sopClass !== context.abstractSyntax) return { status: Status.noSuchSopClass };
  if (!isUid(sopInstance)) return { status: Status.invalidSopInstance };
  const { transferSyntax } = context;
  const request = { operation, sopClass, sopInstance, actionType, transferSyntax };
  try {
    await provider.perform(request, withoutReturn(dataSet), sendEvent);
    return { status: Status.success };
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

async function* emptyDataSet(): AsyncGenerator<Buffer> {}
