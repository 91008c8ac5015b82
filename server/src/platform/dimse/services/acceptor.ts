import type { Socket } from 'node:net';
import { isUid } from '../../dicom/uids.ts';
import { encodeAccept, negotiateContexts } from '../accept-pdu.ts';
import { Association, type Message } from '../association.ts';
import { parseAssociationRequest } from '../association-pdu.ts';
import { CommandField, encodeResponse, isResponseTo, Status } from '../command-set.ts';
import { skip, withoutReturn } from '../data-set-bytes.ts';
import { encodeReject, PduType, ProtocolError, type Rejection } from '../pdu.ts';
import { PduConnection, type Timeouts } from '../pdu-connection.ts';
import { type EventReports, eventReports } from './event-reports.ts';
import { findMatches } from './find-response.ts';
import { findOperation, performOperation } from './normalized-request.ts';
import type { EventReport, ServiceProvider } from './service-provider.ts';

/** PS3.8, table 9-21. */
const WRONG_VERSION: Rejection = {
  result: 1,
  source: 2,
  reason: 2,
  text: 'protocol version not supported',
};

/**
 * Serves one association until its end. Throws ProtocolError where the peer breaks the protocol, and the error of the
 * socket; the connection is then closed already. Memory: one PDU and one chunk, however much the peer sends. Returns
 * whether the peer has released the association, as one does that has sent everything.
 */
export async function serveAssociation(
  socket: Socket,
  provider: ServiceProvider,
  timeouts: Timeouts,
): Promise<boolean> {
  const connection = new PduConnection(socket, timeouts);
  let events: EventReports | undefined;
  try {
    const association = await accept(connection, provider);
    if (!association) return false;
    events = eventReports(association);
    for (;;) {
      const message = await association.receive();
      if (!message) return association.isReleased;
      await respond(association, message, provider, events);
      provider.onProgress?.();
    }
  } catch (error) {
    await connection
      .abort(error instanceof ProtocolError ? error.reason : undefined)
      .catch(() => {});
    throw error;
  } finally {
    events?.close();
    connection.destroy();
  }
}

/** Returns undefined where the peer closes the connection, or is refused. */
async function accept(
  connection: PduConnection,
  provider: ServiceProvider,
): Promise<Association | undefined> {
  const pdu = await connection.receive();
  if (!pdu) return undefined;
  if (pdu.type !== PduType.associateRequest)
    throw new ProtocolError(`PDU of type ${pdu.type} before an association`, 2);
  const request = parseAssociationRequest(pdu.body);
  const isVersion1 = (request.protocolVersion & 1) === 1;
  const rejection = isVersion1 ? provider.reject(request) : WRONG_VERSION;
  if (rejection) {
    await connection.end(encodeReject(rejection));
    return undefined;
  }
  const contexts = negotiateContexts(request.contexts, provider.findSyntaxes);
  await connection.send(encodeAccept(request, contexts));
  return new Association(connection, contexts, request.maxPduLength);
}

async function respond(
  association: Association,
  message: Message,
  provider: ServiceProvider,
  events: EventReports,
): Promise<void> {
  const { command, context } = message;
  const answer = (status: number, identifier?: Buffer) =>
    association.send(
      context.id,
      encodeResponse(command, status, { hasDataSet: identifier !== undefined }),
      identifier,
    );
  if (command.field === CommandField.store) {
    if (!command.hasDataSet) return answer(Status.cannotUnderstand);
    return answer(await store(association, message, provider));
  }
  if (command.field === CommandField.find && command.hasDataSet) {
    const matches = await findMatches(association, message, provider);
    if (typeof matches === 'number') return answer(matches);
    for (const match of matches) await answer(Status.pending, match);
    return answer(Status.success);
  }
  const operation = findOperation(command.field);
  if (operation) {
    const sendEvent = (event: EventReport) => events.send(context, event);
    const { status, errorId = 0 } = await performOperation(
      { association, message, provider, sendEvent },
      operation,
    );
    return association.send(context.id, encodeResponse(command, status, { errorId }));
  }
  if (command.hasDataSet) await skip(association.readDataSet(message));
  if (isResponseTo(CommandField.eventReport, command)) return events.receive(command);
  // All matches have been sent when a cancel request is read.
  if (command.field === CommandField.cancel) return;
  await answer(command.field === CommandField.echo ? Status.success : Status.unrecognizedOperation);
}

async function store(
  association: Association,
  message: Message,
  provider: ServiceProvider,
): Promise<number> {
  const { command, context } = message;
  const { sopClass, sopInstance } = command;
  const dataSet = association.readDataSet(message);
  const status =
    sopClass !== context.abstractSyntax
      ? Status.sopClassNotSupported
      : !isUid(sopInstance)
        ? Status.invalidSopInstance
        : await provider.store(
            { sopClass, sopInstance, transferSyntax: context.transferSyntax },
            withoutReturn(dataSet),
          );
  // The response comes after the whole data set, also where the provider has refused it.
  await skip(dataSet);
  return status;
}
