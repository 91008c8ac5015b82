import type { AssociationRequest } from './association-pdu.ts';
import type { Rejection } from './pdu.ts';

/** The identifiers of a C-STORE request; both are well-formed UIDs. */
export interface StoreRequest {
  readonly sopClass: string;
  readonly sopInstance: string;
  readonly transferSyntax: string;
}

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
  /** After every message. */
  readonly onProgress?: () => void;
}

/** The status that a provider responds with instead of a result. */
export class StatusError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
