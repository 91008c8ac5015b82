import {
  encodeElement,
  encodeUint16,
  encodeUint32,
  implicitLittleEndian,
  padValue,
  readElement,
} from '../dicom/element.ts';
import { Tag } from '../dicom/tags.ts';
import { VERIFICATION } from '../dicom/uids.ts';
import { ProtocolError } from './pdu.ts';

/** Command fields (PS3.7, E.1). A response has the highest bit set. */
export const CommandField = {
  store: 0x0001,
  find: 0x0020,
  echo: 0x0030,
  cancel: 0x0fff,
} as const;

const RESPONSE = 0x8000;

/** Statuses of responses (PS3.7, annex C; PS3.4, B.2.3 and K.4.1.1.4). */
export const Status = {
  success: 0x0000,
  pending: 0xff00,
  cancelled: 0xfe00,
  sopClassNotSupported: 0x0122,
  invalidSopInstance: 0x0117,
  unrecognizedOperation: 0x0211,
  outOfResources: 0xa700,
  doesNotMatchSopClass: 0xa900,
  cannotUnderstand: 0xc000,
} as const;

/** Value of Command Data Set Type where no data set follows. */
const NO_DATA_SET = 0x0101;
const HAS_DATA_SET = 0x0001;

/** Bytes of a command set: those in use have less than 300. */
export const MAX_COMMAND_LENGTH = 16_384;

/** A request or a response; fields that it lacks are 0 or ''. */
export interface Command {
  readonly field: number;
  readonly messageId: number;
  readonly sopClass: string;
  readonly sopInstance: string;
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
    sopClass: text(Tag.affectedSopClassUid),
    sopInstance: text(Tag.affectedSopInstanceUid),
    status: number(Tag.status),
    hasDataSet: number(Tag.commandDataSetType) !== NO_DATA_SET,
  };
}

/** The response to a request. */
export function encodeResponse(request: Command, status: number, hasDataSet = false): Buffer {
  return encodeElements([
    [Tag.affectedSopClassUid, encodeUid(request.sopClass)],
    [Tag.commandField, encodeUint16(request.field | RESPONSE)],
    [Tag.messageIdBeingRespondedTo, encodeUint16(request.messageId)],
    [Tag.commandDataSetType, encodeUint16(hasDataSet ? HAS_DATA_SET : NO_DATA_SET)],
    [Tag.status, encodeUint16(status)],
    [Tag.affectedSopInstanceUid, encodeUid(request.sopInstance)],
  ]);
}

/** A C-ECHO request (PS3.7, 9.3.5.1). */
export const encodeEchoRequest = (messageId: number): Buffer =>
  encodeElements([
    [Tag.affectedSopClassUid, encodeUid(VERIFICATION)],
    [Tag.commandField, encodeUint16(CommandField.echo)],
    [Tag.messageId, encodeUint16(messageId)],
    [Tag.commandDataSetType, encodeUint16(NO_DATA_SET)],
  ]);

/** Whether a command is the response to a request with this field. */
export const isResponseTo = (field: number, command: Command): boolean =>
  command.field === (field | RESPONSE);

/** A C-STORE request; the data set follows. */
export function encodeStoreRequest(request: {
  readonly messageId: number;
  readonly sopClass: string;
  readonly sopInstance: string;
}): Buffer {
  return encodeElements([
    [Tag.affectedSopClassUid, encodeUid(request.sopClass)],
    [Tag.commandField, encodeUint16(CommandField.store)],
    [Tag.messageId, encodeUint16(request.messageId)],
    [Tag.priority, encodeUint16(0)],
    [Tag.commandDataSetType, encodeUint16(HAS_DATA_SET)],
    [Tag.affectedSopInstanceUid, encodeUid(request.sopInstance)],
  ]);
}

/** Absent values are left out. */
function encodeElements(elements: readonly (readonly [tag: number, value: Buffer])[]): Buffer {
  const body = Buffer.concat(
    elements
      .filter(([, value]) => value.length > 0)
      .map(([tag, value]) => encodeElement(tag, '', value)),
  );
  const length = encodeElement(Tag.commandGroupLength, '', encodeUint32(body.length));
  return Buffer.concat([length, body]);
}

const encodeUid = (uid: string): Buffer => padValue(Buffer.from(uid), 'UI');
