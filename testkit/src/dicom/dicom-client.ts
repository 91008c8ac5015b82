import { once } from 'node:events';
import { connect } from 'node:net';
import { negotiateContexts, parseAccept } from '../../../server/src/platform/dimse/accept-pdu.ts';
import { Association } from '../../../server/src/platform/dimse/association.ts';
import { encodeRequest } from '../../../server/src/platform/dimse/association-pdu.ts';
import {
  encodeEchoRequest,
  encodeStoreRequest,
} from '../../../server/src/platform/dimse/command-requests.ts';
import { encodePdu, encodeRelease, PduType } from '../../../server/src/platform/dimse/pdu.ts';
import {
  DEFAULT_TIMEOUTS,
  PduConnection,
} from '../../../server/src/platform/dimse/pdu-connection.ts';

const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const CONTEXT = 1;

export interface SentInstance {
  readonly sopInstance: string;
  readonly dataSet: Buffer;
}

/** A machine that opens an association for one transfer syntax; dcmtk cannot propose all of them. */
export async function openAssociation(
  port: number,
  {
    transferSyntax = '1.2.840.10008.1.2.1',
    callingAeTitle = 'PANO',
    sopClass = SECONDARY_CAPTURE,
    localAddress = '127.0.0.1',
  } = {},
) {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  const connection = new PduConnection(socket, DEFAULT_TIMEOUTS);
  await once(socket, 'connect');
  const contexts = [{ id: CONTEXT, abstractSyntax: sopClass, transferSyntaxes: [transferSyntax] }];
  await connection.send(encodeRequest({ callingAeTitle, calledAeTitle: 'DEQIQ', contexts }));
  const pdu = await connection.receive();
  if (pdu?.type !== PduType.associateAccept || !parseAccept(pdu.body).includes(CONTEXT))
    throw new Error(`the association was not accepted: PDU ${pdu?.type}`);
  const negotiated = negotiateContexts(contexts, () => [transferSyntax]);
  const association = new Association(connection, negotiated, 32_768);
  let messageId = 0;

  function sendFragment(dataSet: Buffer): Promise<void> {
    const head = Buffer.alloc(6);
    head.writeUInt32BE(dataSet.length + 2, 0);
    head.writeUInt8(CONTEXT, 4);
    return connection.send(encodePdu(PduType.data, Buffer.concat([head, dataSet])));
  }

  return {
    socket,
    /** Returns the status of the response; undefined where the connection ends before. */
    async store({ sopInstance, dataSet }: SentInstance): Promise<number | undefined> {
      messageId += 1;
      const command = encodeStoreRequest({ messageId, sopClass, sopInstance });
      await association.send(CONTEXT, command, dataSet);
      return (await association.receive())?.command.status;
    },
    /** Sends the command and the first fragment of a data set, which never ends. */
    async begin({ sopInstance, dataSet }: SentInstance): Promise<void> {
      const command = encodeStoreRequest({ messageId: 1, sopClass, sopInstance });
      await association.send(CONTEXT, command);
      await sendFragment(dataSet);
    },
    /** Sends another fragment of it. */
    continue: sendFragment,
    async echo(): Promise<void> {
      messageId += 1;
      await association.send(CONTEXT, encodeEchoRequest(messageId));
      await association.receive();
    },
    /** Waits until the other side has ended the association. */
    async ended(): Promise<void> {
      while (await association.receive().catch(() => undefined));
    },
    release: (): Promise<void> => connection.end(encodeRelease(PduType.releaseRequest)),
  };
}
