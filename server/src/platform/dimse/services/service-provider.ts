import type { AssociationRequest } from '../association-pdu.ts';
import type { DataSet } from '../data-set.ts';
import type { Rejection } from '../pdu.ts';

/** The identifiers of a C-STORE request; both are well-formed UIDs. */
export interface StoreRequest {
  readonly sopClass: string;
  readonly sopInstance: string;
  readonly transferSyntax: string;
}

/** The service of an N-CREATE, N-SET or N-ACTION request. */
export type NormalizedOperation = 'create' | 'set' | 'action';

/** An N-CREATE, N-SET or N-ACTION request; its instance is a well-formed UID. */
export interface NormalizedRequest {
  readonly operation: NormalizedOperation;
  readonly sopClass: string;
  readonly sopInstance: string;
  readonly actionType: number;
  readonly transferSyntax: string;
}

/** An N-EVENT-REPORT of this side. */
export interface EventReport {
  readonly sopClass: string;
  readonly sopInstance: string;
  readonly eventType: number;
  readonly dataSet: DataSet;
}

/** Sends an event within the association of a request. Returns false where the peer has not accepted it, or the association has ended. */
export type SendEvent = (event: EventReport) => Promise<boolean>;

/** A service class provider: handles the requests of one association. */
export interface ServiceProvider {
  /** Returns why the association is refused, or undefined. */
  readonly reject: (request: AssociationRequest) => Rejection | undefined;
  /** Transfer syntaxes in which a SOP class is accepted; undefined: the class is not supported. */
  readonly findSyntaxes: (abstractSyntax: string) => readonly string[] | undefined;
  /** Stores a data set durably and returns the status of the response. It need not read all of it. */
  readonly store: (request: StoreRequest, dataSet: AsyncIterable<Buffer>) => Promise<number>;
  /** Encoded identifiers that match the identifier of a query, both in this transfer syntax. Throws a StatusError. */
  readonly find: (identifier: Buffer, transferSyntax: string) => Promise<readonly Buffer[]>;
  /** Performs a normalized operation. It need not read all of the data set. Throws a StatusError. */
  readonly perform: (
    request: NormalizedRequest,
    dataSet: AsyncIterable<Buffer>,
    sendEvent: SendEvent,
  ) => Promise<void>;
  /** After every message. */
  readonly onProgress?: () => void;
}

/** The status that a provider responds with instead of a result. */
export class StatusError extends Error {
  readonly status: number;
  /** Error ID (0000,0903); 0: none. */
  readonly errorId: number;

  constructor(status: number, message: string, errorId = 0) {
    super(message);
    this.status = status;
    this.errorId = errorId;
  }
}
