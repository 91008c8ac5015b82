/** Protocol data units of the DICOM upper layer (PS3.8, 9.3). */
export const PduType = {
  associateRequest: 1,
  associateAccept: 2,
  associateReject: 3,
  data: 4,
  releaseRequest: 5,
  releaseResponse: 6,
  abort: 7,
} as const;

/** Max bytes of a data PDU after its header, announced to the peer. */
export const MAX_PDU_LENGTH = 32_768;

/** 128 presentation contexts with ten transfer syntaxes each need 50,000 bytes. */
const MAX_ASSOCIATE_LENGTH = 131_072;

export const PDU_HEADER_LENGTH = 6;

/** Length of the bodies of all PDUs with a fixed one. */
const SHORT_LENGTH = 4;

/** Reasons of an A-ABORT by this side (PS3.8, table 9-26). */
export const AbortReason = {
  notSpecified: 0,
  unrecognizedPdu: 1,
  unexpectedPdu: 2,
  invalidParameter: 6,
} as const;

/** The peer breaks the protocol, or exceeds a bound. The association is aborted. */
export class ProtocolError extends Error {
  readonly reason: number;

  constructor(message: string, reason: number = AbortReason.invalidParameter) {
    super(message);
    this.name = 'ProtocolError';
    this.reason = reason;
  }
}

export interface Pdu {
  readonly type: number;
  readonly body: Buffer;
}

/** A part of a message: a fragment of a command or of a data set (PS3.8, annex E). */
export interface PresentationDataValue {
  readonly contextId: number;
  readonly isCommand: boolean;
  readonly isLast: boolean;
  readonly data: Buffer;
}

/** Why an association is refused (PS3.8, table 9-21). */
export interface Rejection {
  /** 1: permanent, 2: transient. */
  readonly result: 1 | 2;
  /** 1: the user of the service, 2 and 3: its provider (association control, presentation). */
  readonly source: 1 | 2 | 3;
  readonly reason: number;
  /** For the log. */
  readonly text: string;
}

const LIMITS: ReadonlyMap<number, readonly [min: number, max: number]> = new Map([
  [PduType.associateRequest, [68, MAX_ASSOCIATE_LENGTH]],
  [PduType.associateAccept, [68, MAX_ASSOCIATE_LENGTH]],
  [PduType.data, [SHORT_LENGTH + 2, MAX_PDU_LENGTH]],
  ...[PduType.associateReject, PduType.releaseRequest, PduType.releaseResponse, PduType.abort].map(
    (type): [number, [number, number]] => [type, [SHORT_LENGTH, SHORT_LENGTH]],
  ),
]);

/** Type and length of the PDU that follows. Throws before anything of an oversized one is read. */
export function readPduHeader(header: Buffer): { type: number; length: number } {
  const type = header.readUInt8(0);
  const length = header.readUInt32BE(2);
  const limits = LIMITS.get(type);
  if (!limits) throw new ProtocolError(`PDU of type ${type}`, AbortReason.unrecognizedPdu);
  const [min, max] = limits;
  if (length < min || length > max)
    throw new ProtocolError(`PDU of type ${type} with ${length} bytes`);
  return { type, length };
}

/** A PDU: type, a reserved byte, length in 32 bits, body (PS3.8, 9.3.1). */
export function encodePdu(type: number, body: Buffer): Buffer {
  const header = Buffer.alloc(PDU_HEADER_LENGTH);
  header.writeUInt8(type, 0);
  header.writeUInt32BE(body.length, 2);
  return Buffer.concat([header, body]);
}

/** An A-ASSOCIATE-RJ (PS3.8, 9.3.4). */
export const encodeReject = ({ result, source, reason }: Rejection): Buffer =>
  encodePdu(PduType.associateReject, Buffer.from([0, result, source, reason]));

/** An A-ABORT of the service provider. */
export const encodeAbort = (reason: number): Buffer =>
  encodePdu(PduType.abort, Buffer.from([0, 0, 2, reason]));

/** An A-RELEASE-RQ (5) or A-RELEASE-RP (6). */
export const encodeRelease = (type: 5 | 6): Buffer => encodePdu(type, Buffer.alloc(SHORT_LENGTH));

/** The parts in a data PDU. */
export function* readDataValues(body: Buffer): Generator<PresentationDataValue> {
  for (let at = 0; at < body.length; ) {
    if (at + 6 > body.length) throw new ProtocolError('truncated PDV');
    const end = at + 4 + body.readUInt32BE(at);
    if (end < at + 6 || end > body.length) throw new ProtocolError('PDV of a wrong length');
    const control = body.readUInt8(at + 5);
    yield {
      contextId: body.readUInt8(at + 4),
      isCommand: (control & 1) === 1,
      isLast: (control & 2) === 2,
      data: body.subarray(at + 6, end),
    };
    at = end;
  }
}

/** The data PDUs of one command or data set, each no longer than the peer accepts. */
export function* encodeData(
  contextId: number,
  isCommand: boolean,
  data: Buffer,
  maxPduLength: number,
): Generator<Buffer> {
  const size = maxPduLength - 6;
  for (let at = 0; at === 0 || at < data.length; at += size) {
    const part = data.subarray(at, at + size);
    const head = Buffer.alloc(6);
    head.writeUInt32BE(part.length + 2, 0);
    head.writeUInt8(contextId, 4);
    head.writeUInt8((isCommand ? 1 : 0) | (at + size >= data.length ? 2 : 0), 5);
    yield encodePdu(PduType.data, Buffer.concat([head, part]));
  }
}
