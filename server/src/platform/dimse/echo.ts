import { connect } from 'node:net';
import { PLAIN_SYNTAXES, VERIFICATION } from '../dicom/uids.ts';
import { negotiateContexts, parseAccept } from './accept-pdu.ts';
import { Association } from './association.ts';
import { encodeRequest } from './association-pdu.ts';
import { CommandField, encodeEchoRequest, isResponseTo, Status } from './command-set.ts';
import { encodeRelease, MAX_PDU_LENGTH, PduType } from './pdu.ts';
import { PduConnection } from './pdu-connection.ts';

/** `rejected`: refuses the association or the C-ECHO. `no-answer`: connected, but no answer of DICOM in time. */
type EchoResult = 'ok' | 'unreachable' | 'rejected' | 'no-answer';

/** Milliseconds for connecting, and for each step after it. */
const TIMEOUT = 5_000;

const CONTEXT = 1;

interface Peer {
  readonly host: string;
  readonly port: number;
  /** AE titles of the machine and of us. */
  readonly called: string;
  readonly calling: string;
}

/** Opens an association, sends one C-ECHO and releases it (PS3.7, 9.1.5). Never throws. */
export async function echo({ host, port, called, calling }: Peer): Promise<EchoResult> {
  const socket = connect({ host, port });
  const connection = new PduConnection(socket, {
    association: TIMEOUT,
    idle: TIMEOUT,
    pdu: TIMEOUT,
  });
  let isConnected = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(new Error('no connection')), TIMEOUT);
      socket.once('close', reject).once('connect', resolve);
      socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    });
    isConnected = true;
    return await exchange(connection, { called, calling });
  } catch {
    return isConnected ? 'no-answer' : 'unreachable';
  } finally {
    connection.destroy();
  }
}

async function exchange(
  connection: PduConnection,
  { called, calling }: Pick<Peer, 'called' | 'calling'>,
): Promise<EchoResult> {
  const contexts = [
    { id: CONTEXT, abstractSyntax: VERIFICATION, transferSyntaxes: PLAIN_SYNTAXES },
  ];
  const titles = { calledAeTitle: called, callingAeTitle: calling };
  await connection.send(encodeRequest({ ...titles, contexts }));
  const pdu = await connection.receive();
  if (pdu?.type === PduType.associateReject || pdu?.type === PduType.abort) return 'rejected';
  if (pdu?.type !== PduType.associateAccept) return 'no-answer';
  if (!parseAccept(pdu.body).includes(CONTEXT)) return 'rejected';
  const negotiated = negotiateContexts(contexts, () => PLAIN_SYNTAXES);
  const association = new Association(connection, negotiated, MAX_PDU_LENGTH);
  await association.send(CONTEXT, encodeEchoRequest(1));
  const message = await association.receive();
  if (!message || !isResponseTo(CommandField.echo, message.command)) return 'no-answer';
  await connection.end(encodeRelease(PduType.releaseRequest)).catch(() => {});
  return message.command.status === Status.success ? 'ok' : 'rejected';
}
