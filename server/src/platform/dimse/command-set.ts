import { ProtocolError } from './pdu.ts';
import { VERIFICATION } from './uids.ts';

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

const Tag = {
  groupLength: 0x0000,
  sopClass: 0x0002,
  field: 0x0100,
  messageId: 0x0110,
  respondedMessageId: 0x0120,
  priority: 0x0700,
  dataSetType: 0x0800,
  status: 0x0900,
  sopInstance: 0x1000,
} as const;

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
    if (at + 8 > bytes.length) throw new ProtocolError('truncated command');
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length || bytes.readUInt16LE(at) !== 0)
      throw new ProtocolError('malformed command');
    values.set(bytes.readUInt16LE(at + 2), bytes.subarray(at + 8, end));
    at = end;
  }
  const number = (tag: number) => {
    const value = values.get(tag);
    return value?.length === 2 ? value.readUInt16LE(0) : 0;
  };
  const text = (tag: number) => (values.get(tag)?.toString('latin1') ?? '').replace(/[\0 ]+$/, '');
  if (!values.has(Tag.field) || !values.has(Tag.dataSetType))
    throw new ProtocolError('command without its field or the type of its data set');
  return {
    field: number(Tag.field),
    messageId: number(Tag.messageId),
    sopClass: text(Tag.sopClass),
    sopInstance: text(Tag.sopInstance),
    status: number(Tag.status),
    hasDataSet: number(Tag.dataSetType) !== NO_DATA_SET,
  };
}

/** The response to a request. */
export function encodeResponse(request: Command, status: number, hasDataSet = false): Buffer {
  return encodeElements([
    [Tag.sopClass, uidValue(request.sopClass)],
    [Tag.field, shortValue(request.field | RESPONSE)],
    [Tag.respondedMessageId, shortValue(request.messageId)],
    [Tag.dataSetType, shortValue(hasDataSet ? HAS_DATA_SET : NO_DATA_SET)],
    [Tag.status, shortValue(status)],
    [Tag.sopInstance, uidValue(request.sopInstance)],
  ]);
}

/** A C-ECHO request (PS3.7, 9.3.5.1). */
export const encodeEchoRequest = (messageId: number): Buffer =>
  encodeElements([
    [Tag.sopClass, uidValue(VERIFICATION)],
    [Tag.field, shortValue(CommandField.echo)],
    [Tag.messageId, shortValue(messageId)],
    [Tag.dataSetType, shortValue(NO_DATA_SET)],
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
    [Tag.sopClass, uidValue(request.sopClass)],
    [Tag.field, shortValue(CommandField.store)],
    [Tag.messageId, shortValue(request.messageId)],
    [Tag.priority, shortValue(0)],
    [Tag.dataSetType, shortValue(HAS_DATA_SET)],
    [Tag.sopInstance, uidValue(request.sopInstance)],
  ]);
}

/** Absent values are left out. */
function encodeElements(elements: readonly (readonly [tag: number, value: Buffer])[]): Buffer {
  const body = Buffer.concat(
    elements
      .filter(([, value]) => value.length > 0)
      .flatMap(([tag, value]) => [elementHeader(tag, value.length), value]),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length, 0);
  return Buffer.concat([elementHeader(Tag.groupLength, 4), length, body]);
}

function elementHeader(tag: number, length: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(tag, 2);
  header.writeUInt32LE(length, 4);
  return header;
}

function shortValue(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value, 0);
  return bytes;
}

/** A UID has an even length: NUL fills it (PS3.5, 9.1). */
const uidValue = (uid: string): Buffer => Buffer.from(uid.length % 2 === 0 ? uid : `${uid}\0`);
