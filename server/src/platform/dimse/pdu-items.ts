import { IMPLEMENTATION_CLASS, IMPLEMENTATION_VERSION } from '../dicom/file-meta.ts';
import { MAX_PDU_LENGTH, ProtocolError } from './pdu.ts';

/** An item or sub-item of an association PDU: type, a reserved byte, length in 16 bits. */
export function encodeItem(type: number, ...value: readonly Buffer[]): Buffer {
  const body = Buffer.concat(value);
  const header = Buffer.alloc(4);
  header.writeUInt8(type, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
}

export interface Item {
  readonly type: number;
  readonly value: Buffer;
}

/** The items of an association PDU, or the sub-items of an item. Throws ProtocolError where one does not end within its parent. */
export function* readItems(body: Buffer): Generator<Item> {
  for (let at = 0; at < body.length; ) {
    if (at + 4 > body.length) throw new ProtocolError('truncated item');
    const end = at + 4 + body.readUInt16BE(at + 2);
    if (end > body.length) throw new ProtocolError('item of a wrong length');
    yield { type: body.readUInt8(at), value: body.subarray(at + 4, end) };
    at = end;
  }
}

/**
 * User information (PS3.8, annex D): this side's max PDU length and implementation. `provided`: a SOP class of which the
 * requestor is the provider (role selection, PS3.7, D.3.3.4).
 */
export function encodeUserInformation(provided?: string): Buffer {
  const maxLength = Buffer.alloc(4);
  maxLength.writeUInt32BE(MAX_PDU_LENGTH, 0);
  return encodeItem(
    0x50,
    encodeItem(0x51, maxLength),
    encodeItem(0x52, Buffer.from(IMPLEMENTATION_CLASS)),
    ...(provided === undefined ? [] : [encodeRole(provided)]),
    encodeItem(0x55, Buffer.from(IMPLEMENTATION_VERSION)),
  );
}

function encodeRole(sopClass: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(sopClass.length, 0);
  return encodeItem(0x54, length, Buffer.from(sopClass), Buffer.from([0, 1]));
}
