import type {
  CommitmentState,
  ReferencedInstance,
} from '@deqiq/contract/machines/intake/storage-commitment.ts';
import { encodeUint16, padValue } from '../../platform/dicom/element.ts';
import { Tag } from '../../platform/dicom/tags.ts';
import {
  isUid,
  STORAGE_COMMITMENT,
  STORAGE_COMMITMENT_INSTANCE,
} from '../../platform/dicom/uids.ts';
import { Status } from '../../platform/dimse/command-set.ts';
import {
  type DataElement,
  type DataSet,
  findElement,
  readText,
} from '../../platform/dimse/data-set.ts';
import {
  type EventReport,
  type NormalizedRequest,
  StatusError,
} from '../../platform/dimse/services/service-provider.ts';

/** Instances of one request: three large volumes. */
const MAX_INSTANCES = 3_000;

/** Action and event types (PS3.4, tables J.3-1 and J.3-2). */
const REQUEST_COMMITMENT = 1;
const ALL_COMMITTED = 1;
const FAILURES_EXIST = 2;

export interface CommitmentRequest {
  readonly transactionUid: string;
  readonly instances: readonly ReferencedInstance[];
}

/** Failure reasons (0008,1197) (PS3.3, C.14.1.1). */
const failureReasons: Readonly<Record<Exclude<CommitmentState, 'stored'>, number>> = {
  missing: Status.noSuchSopInstance,
  'other-class': Status.classInstanceConflict,
  undecided: Status.processingFailure,
  conflict: Status.processingFailure,
};

/** Reads an N-ACTION (PS3.4, J.3.2). Throws a StatusError. */
export function readCommitmentRequest(
  { operation, sopInstance, actionType }: NormalizedRequest,
  dataSet: DataSet,
): CommitmentRequest {
  if (operation !== 'action') throw new StatusError(Status.unrecognizedOperation, 'not an action');
  if (sopInstance !== STORAGE_COMMITMENT_INSTANCE)
    throw new StatusError(Status.noSuchSopInstance, 'not the instance of storage commitment');
  if (actionType !== REQUEST_COMMITMENT)
    throw new StatusError(Status.noSuchAction, 'no such action');
  const items = findElement(dataSet, Tag.referencedSopSequence)?.items ?? [];
  if (items.length > MAX_INSTANCES)
    throw new StatusError(Status.resourceLimitation, 'too many instances');
  const instances = items.map((item) => ({
    sopClass: readText(item, Tag.referencedSopClassUid),
    sopUid: readText(item, Tag.referencedSopInstanceUid),
  }));
  const transactionUid = readText(dataSet, Tag.transactionUid);
  const uids = [transactionUid, ...instances.flatMap(({ sopClass, sopUid }) => [sopClass, sopUid])];
  if (instances.length === 0 || !uids.every(isUid))
    throw new StatusError(Status.invalidArgumentValue, 'no instances, or a malformed UID');
  return { transactionUid, instances };
}

/** The N-EVENT-REPORT about a request (PS3.4, J.3.3); `states` in the order of its instances. */
export function createReport(
  { transactionUid, instances }: CommitmentRequest,
  states: readonly CommitmentState[],
): EventReport {
  const stored: DataSet[] = [];
  const failed: DataSet[] = [];
  for (const [index, instance] of instances.entries()) {
    const state = states[index] ?? 'missing';
    if (state === 'stored') stored.push(reference(instance));
    else failed.push([...reference(instance), failureReason(failureReasons[state])]);
  }
  const sequences = [
    ...(failed.length > 0 ? [sequence(Tag.failedSopSequence, failed)] : []),
    ...(stored.length > 0 ? [sequence(Tag.referencedSopSequence, stored)] : []),
  ];
  return {
    sopClass: STORAGE_COMMITMENT,
    sopInstance: STORAGE_COMMITMENT_INSTANCE,
    eventType: failed.length > 0 ? FAILURES_EXIST : ALL_COMMITTED,
    dataSet: [uid(Tag.transactionUid, transactionUid), ...sequences],
  };
}

const reference = ({ sopClass, sopUid }: ReferencedInstance): DataElement[] => [
  uid(Tag.referencedSopClassUid, sopClass),
  uid(Tag.referencedSopInstanceUid, sopUid),
];

const uid = (tag: number, text: string): DataElement => ({
  tag,
  vr: 'UI',
  value: padValue(Buffer.from(text), 'UI'),
  items: undefined,
});

const failureReason = (reason: number): DataElement => ({
  tag: Tag.failureReason,
  vr: 'US',
  value: encodeUint16(reason),
  items: undefined,
});

const sequence = (tag: number, items: readonly DataSet[]): DataElement => ({
  tag,
  vr: 'SQ',
  value: Buffer.alloc(0),
  items,
});
