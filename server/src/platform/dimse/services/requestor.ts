import { connect } from 'node:net';
import { SECOND } from '../../time.ts';
import { type NegotiatedContext, negotiateContexts, parseAccept } from '../accept-pdu.ts';
import { Association } from '../association.ts';
import { encodeRequest, readMaxPduLength } from '../association-pdu.ts';
import { isResponseTo, Status } from '../command-set.ts';
import { encodeRelease, PduType } from '../pdu.ts';
import { PduConnection } from '../pdu-connection.ts';

/** `rejected`: refuses the association or the request. `no-answer`: connected, but no answer of DICOM in time. */
export type PeerAnswer = 'ok' | 'unreachable' | 'rejected' | 'no-answer';

/** Milliseconds for connecting, and for each step after it. */
const TIMEOUT = 5 * SECOND;

const CONTEXT = 1;

export interface Peer {
  readonly host: string;
  readonly port: number;
  /** AE titles of the machine and of us. */
  readonly called: string;
  readonly calling: string;
}

/** The only request of an association. */
export interface SingleRequest {
  readonly abstractSyntax: string;
  readonly transferSyntaxes: readonly string[];
  /** Whether this side is the provider of the SOP class. */
  readonly isProvider: boolean;
  /** Its field in commands. */
  readonly field: number;
  readonly command: Buffer;
  readonly dataSet?: Buffer;
}

/** Opens an association, sends one request and releases it. Never throws. */
export async function request(peer: Peer, single: SingleRequest): Promise<PeerAnswer> {
  const socket = connect({ host: peer.host, port: peer.port });
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
    return await exchange(connection, peer, single);
  } catch {
    return isConnected ? 'no-answer' : 'unreachable';
  } finally {
    connection.destroy();
  }
}

async function exchange(
  connection: PduConnection,
  { called, calling }: Peer,
  { abstractSyntax, transferSyntaxes, isProvider, field, command, dataSet }: SingleRequest,
): Promise<PeerAnswer> {
  const contexts = [{ id: CONTEXT, abstractSyntax, transferSyntaxes }];
  const titles = { calledAeTitle: called, callingAeTitle: calling };
  const provided = isProvider ? abstractSyntax : undefined;
  await connection.send(encodeRequest({ ...titles, contexts }, provided));
  const pdu = await connection.receive();
  if (pdu?.type === PduType.associateReject || pdu?.type === PduType.abort) return 'rejected';
  if (pdu?.type !== PduType.associateAccept) return 'no-answer';
  if (!parseAccept(pdu.body).includes(CONTEXT)) return 'rejected';
  const negotiated: NegotiatedContext[] = negotiateContexts(contexts, () => transferSyntaxes);
  const association = new Association(connection, negotiated, readMaxPduLength(pdu.body));
  await association.send(CONTEXT, command, dataSet);
  const message = await association.receive();
  if (!message || !isResponseTo(field, message.command)) return 'no-answer';
  await connection.end(encodeRelease(PduType.releaseRequest)).catch(() => {});
  return message.command.status === Status.success ? 'ok' : 'rejected';
}
