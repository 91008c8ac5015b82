import {
  encodeElement,
  encodeUint16,
  encodeUint32,
  implicitLittleEndian,
  padValue,
  readElement,
} from '../dicom/element.ts';
import { Tag } from '../dicom/tags.ts';
import { ProtocolError } from './pdu.ts';

/** Command fields (PS3.7, E.1). A response has the highest bit set. */
export const CommandField = {
  store: 0x0001,
  find: 0x0020,
  echo: 0x0030,
  eventReport: 0x0100,
  set: 0x0120,
  action: 0x0130,
  create: 0x0140,
  cancel: 0x0fff,
} as const;

const RESPONSE = 0x8000;

/** Statuses of responses (PS3.7, annex C; PS3.4, B.2.3, F.7.2 and K.4.1.1.4). */
export const Status = {
  success: 0x0000,
  pending: 0xff00,
  cancelled: 0xfe00,
  invalidAttributeValue: 0x0106,
  processingFailure: 0x0110,
  duplicateSopInstance: 0x0111,
  noSuchSopInstance: 0x0112,
  invalidArgumentValue: 0x0115,
  invalidSopInstance: 0x0117,
  noSuchSopClass: 0x0118,
  classInstanceConflict: 0x0119,
  missingAttribute: 0x0120,
  missingAttributeValue: 0x0121,
  sopClassNotSupported: 0x0122,
  noSuchAction: 0x0123,
  unrecognizedOperation: 0x0211,
  resourceLimitation: 0x0213,
  outOfResources: 0xa700,
  doesNotMatchSopClass: 0xa900,
  cannotUnderstand: 0xc000,
} as const;

/** Values of Command Data Set Type: whether a data set follows. */
export const NO_DATA_SET = 0x0101;
export const HAS_DATA_SET = 0x0001;

/** Bytes of a command set: those in use have less than 300. */
export const MAX_COMMAND_LENGTH = 16_384;

/** A request or a response; fields that it lacks are 0 or ''. */
export interface Command {
  readonly field: number;
  readonly messageId: number;
  /** Of a response: the id of the request. */
  readonly respondsTo: number;
  readonly sopClass: string;
  readonly sopInstance: string;
  readonly actionType: number;
  readonly status: number;
  readonly hasDataSet: boolean;
}

/** Parses a command set: group 0000 in implicit VR, little-endian (PS3.7, 6.3.1). */
export function parseCommand(bytes: Buffer): Command {
  const values = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const element = readElement(bytes, at, implicitLittleEndian);
    if (!element || element.tag >>> 16 !== 0) throw new ProtocolError('malformed command');
    values.set(element.tag, element.value);
    at = element.end;
  }
  const number = (tag: number) => {
    const value = values.get(tag);
    return value?.length === 2 ? value.readUInt16LE(0) : 0;
  };
  const text = (tag: number) => (values.get(tag)?.toString('latin1') ?? '').replace(/[\0 ]+$/, '');
  if (!values.has(Tag.commandField) || !values.has(Tag.commandDataSetType))
    throw new ProtocolError('command without its field or the type of its data set');
  return {
    field: number(Tag.commandField),
    messageId: number(Tag.messageId),
    respondsTo: number(Tag.messageIdBeingRespondedTo),
    // N-SET and N-ACTION request a class and an instance; the other commands affect one.
    sopClass: text(Tag.affectedSopClassUid) || text(Tag.requestedSopClassUid),
    sopInstance: text(Tag.affectedSopInstanceUid) || text(Tag.requestedSopInstanceUid),
    actionType: number(Tag.actionTypeId),
    status: number(Tag.status),
    hasDataSet: number(Tag.commandDataSetType) !== NO_DATA_SET,
  };
}

/** The response to a request. `errorId`: why, beside a status that says too little. */
export function encodeResponse(
  request: Command,
  status: number,
  { hasDataSet = false, errorId = 0 } = {},
): Buffer {
  return encodeElements([
    [Tag.affectedSopClassUid, encodeUid(request.sopClass)],
    [Tag.commandField, encodeUint16(request.field | RESPONSE)],
    [Tag.messageIdBeingRespondedTo, encodeUint16(request.messageId)],
    [Tag.commandDataSetType, encodeUint16(hasDataSet ? HAS_DATA_SET : NO_DATA_SET)],
    [Tag.status, encodeUint16(status)],
    [Tag.errorId, errorId === 0 ? Buffer.alloc(0) : encodeUint16(errorId)],
    [Tag.affectedSopInstanceUid, encodeUid(request.sopInstance)],
    [
      Tag.actionTypeId,
      request.field === CommandField.action ? encodeUint16(request.actionType) : Buffer.alloc(0),
    ],
  ]);
}

/** Whether a command is the response to a request with this field. */
export const isResponseTo = (field: number, command: Command): boolean =>
  command.field === (field | RESPONSE);

/** A command set; absent values are left out. */
export function encodeElements(
  elements: readonly (readonly [tag: number, value: Buffer])[],
): Buffer {
  const body = Buffer.concat(
    elements
      .filter(([, value]) => value.length > 0)
      .map(([tag, value]) => encodeElement(tag, '', value)),
  );
  const length = encodeElement(Tag.commandGroupLength, '', encodeUint32(body.length));
  return Buffer.concat([length, body]);
}

export const encodeUid = (uid: string): Buffer => padValue(Buffer.from(uid), 'UI');
