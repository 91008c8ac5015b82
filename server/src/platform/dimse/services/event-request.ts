import { IMPLICIT } from '../../dicom/transfer-syntaxes.ts';
import { encodeEventReport } from '../command-requests.ts';
import { CommandField } from '../command-set.ts';
import { encodeDataSet } from '../data-set.ts';
import { type Peer, type PeerAnswer, request } from './requestor.ts';
import type { EventReport } from './service-provider.ts';

/** Reports an event in an association of its own, in the transfer syntax that every peer accepts. Never throws. */
export const reportEvent = (peer: Peer, event: EventReport): Promise<PeerAnswer> =>
  request(peer, {
    abstractSyntax: event.sopClass,
    transferSyntaxes: [IMPLICIT],
    isProvider: true,
    field: CommandField.eventReport,
    command: encodeEventReport({ messageId: 1, ...event }),
    dataSet: encodeDataSet(event.dataSet, IMPLICIT),
  });
