import { APPLICATION_CONTEXT, isUid } from '../dicom/uids.ts';
import { encodePdu, MAX_PDU_LENGTH, PduType, ProtocolError } from './pdu.ts';
import { encodeItem, encodeUserInformation, readItems } from './pdu-items.ts';

/** Max presentation contexts: their ids are odd bytes (PS3.8, 9.3.2.2). */
const MAX_CONTEXTS = 128;

const MAX_SYNTAXES = 64;

/** Bytes of both AE titles, of the protocol version and of what is reserved. */
export const FIXED_LENGTH = 68;

/** Peers that announce less than a command needs are refused. */
const MIN_PDU_LENGTH = 1_024;

/** A proposed presentation context: a SOP class and the encodings in which the peer can send it. */
export interface ProposedContext {
  readonly id: number;
  readonly abstractSyntax: string;
  readonly transferSyntaxes: readonly string[];
}

export interface AssociationRequest {
  /** Bit 0: version 1, the only one that exists. */
  readonly protocolVersion: number;
  readonly callingAeTitle: string;
  readonly calledAeTitle: string;
  readonly contexts: readonly ProposedContext[];
  /** Max bytes of a data PDU that the peer receives. */
  readonly maxPduLength: number;
}

/** Parses an A-ASSOCIATE-RQ (PS3.8, 9.3.2). */
export function parseAssociationRequest(body: Buffer): AssociationRequest {
  const contexts: ProposedContext[] = [];
  for (const { type, value } of readItems(body.subarray(FIXED_LENGTH)))
    if (type === 0x20) contexts.push(parseContext(value));
  const ids = new Set(contexts.map(({ id }) => id));
  if (contexts.length === 0 || contexts.length > MAX_CONTEXTS || ids.size !== contexts.length)
    throw new ProtocolError('presentation contexts missing, repeated or too many');
  return {
    protocolVersion: body.readUInt16BE(0),
    calledAeTitle: readAeTitle(body, 4),
    callingAeTitle: readAeTitle(body, 20),
    contexts,
    maxPduLength: readMaxPduLength(body),
  };
}

function parseContext(value: Buffer): ProposedContext {
  if (value.length < 4) throw new ProtocolError('truncated presentation context');
  const id = value.readUInt8(0);
  if (id % 2 === 0) throw new ProtocolError('even id of a presentation context');
  let abstractSyntax = '';
  const transferSyntaxes: string[] = [];
  for (const item of readItems(value.subarray(4))) {
    if (item.type === 0x30) abstractSyntax = readUid(item.value);
    if (item.type === 0x40) transferSyntaxes.push(readUid(item.value));
  }
  if (transferSyntaxes.length > MAX_SYNTAXES) throw new ProtocolError('too many transfer syntaxes');
  return { id, abstractSyntax, transferSyntaxes };
}

/** Max bytes of a data PDU that the sender of an A-ASSOCIATE-RQ or -AC receives. */
export function readMaxPduLength(body: Buffer): number {
  const items = [...readItems(body.subarray(FIXED_LENGTH))];
  const information = items.findLast(({ type }) => type === 0x50);
  return information ? parseMaxLength(information.value) : MAX_PDU_LENGTH;
}

/** Max length sub-item; 0 means unlimited (PS3.8, D.1). */
function parseMaxLength(value: Buffer): number {
  for (const item of readItems(value))
    if (item.type === 0x51 && item.value.length === 4) {
      const length = item.value.readUInt32BE(0);
      if (length !== 0 && length < MIN_PDU_LENGTH)
        throw new ProtocolError(`max PDU length of ${length} bytes`);
      return length === 0 ? MAX_PDU_LENGTH : Math.min(length, MAX_PDU_LENGTH);
    }
  return MAX_PDU_LENGTH;
}

function readUid(value: Buffer): string {
  const uid = value.toString('latin1').replace(/[\0 ]+$/, '');
  if (!isUid(uid)) throw new ProtocolError('malformed UID');
  return uid;
}

/** Printable ASCII, at most 16 characters (PS3.5, table 6.2-1); anything else becomes `?`. Old machines pad with NUL. */
const readAeTitle = (body: Buffer, at: number): string =>
  body
    .toString('latin1', at, at + 16)
    .replace(/\0+$/, '')
    .replace(/[^ -~]/g, '?')
    .trim();

/** An A-ASSOCIATE-RQ. `provided`: a SOP class of which the requestor is the provider. */
export function encodeRequest(
  request: Omit<AssociationRequest, 'maxPduLength' | 'protocolVersion'>,
  provided?: string,
): Buffer {
  const items = request.contexts.map(({ id, abstractSyntax, transferSyntaxes }) =>
    encodeItem(
      0x20,
      Buffer.from([id, 0, 0, 0]),
      encodeItem(0x30, Buffer.from(abstractSyntax)),
      ...transferSyntaxes.map((uid) => encodeItem(0x40, Buffer.from(uid))),
    ),
  );
  return encodeAssociate(PduType.associateRequest, request, items, provided);
}

export function encodeAssociate(
  type: number,
  titles: { readonly calledAeTitle: string; readonly callingAeTitle: string },
  items: readonly Buffer[],
  provided?: string,
): Buffer {
  const fixed = Buffer.alloc(FIXED_LENGTH);
  fixed.writeUInt16BE(1, 0);
  fixed.write(titles.calledAeTitle.padEnd(16), 4, 16, 'latin1');
  fixed.write(titles.callingAeTitle.padEnd(16), 20, 16, 'latin1');
  const application = encodeItem(0x10, Buffer.from(APPLICATION_CONTEXT));
  const user = encodeUserInformation(provided);
  return encodePdu(type, Buffer.concat([fixed, application, ...items, user]));
}
