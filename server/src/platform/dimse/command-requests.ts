import { encodeUint16 } from '../dicom/element.ts';
import { Tag } from '../dicom/tags.ts';
import { VERIFICATION } from '../dicom/uids.ts';
import {
  CommandField,
  encodeElements,
  encodeUid,
  HAS_DATA_SET,
  NO_DATA_SET,
} from './command-set.ts';

/** A C-ECHO request (PS3.7, 9.3.5.1). */
export const encodeEchoRequest = (messageId: number): Buffer =>
  encodeElements([
    [Tag.affectedSopClassUid, encodeUid(VERIFICATION)],
    [Tag.commandField, encodeUint16(CommandField.echo)],
    [Tag.messageId, encodeUint16(messageId)],
    [Tag.commandDataSetType, encodeUint16(NO_DATA_SET)],
  ]);

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

/** An N-EVENT-REPORT request (PS3.7, 10.3.1); the data set follows. */
export function encodeEventReport(request: {
  readonly messageId: number;
  readonly sopClass: string;
  readonly sopInstance: string;
  readonly eventType: number;
}): Buffer {
  return encodeElements([
    [Tag.affectedSopClassUid, encodeUid(request.sopClass)],
    [Tag.commandField, encodeUint16(CommandField.eventReport)],
    [Tag.messageId, encodeUint16(request.messageId)],
    [Tag.commandDataSetType, encodeUint16(HAS_DATA_SET)],
    [Tag.affectedSopInstanceUid, encodeUid(request.sopInstance)],
    [Tag.eventTypeId, encodeUint16(request.eventType)],
  ]);
}
