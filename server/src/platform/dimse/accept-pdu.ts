import {
  type AssociationRequest,
  encodeAssociate,
  FIXED_LENGTH,
  type ProposedContext,
} from './association-pdu.ts';
import { PduType } from './pdu.ts';
import { encodeItem, readItems } from './pdu-items.ts';

/** The answer to a proposed context. */
export interface NegotiatedContext extends ProposedContext {
  /** 0: accepted, 3: SOP class not supported, 4: none of the transfer syntaxes supported. */
  readonly result: 0 | 3 | 4;
  readonly transferSyntax: string;
}

/**
 * Accepts each context in the first proposed transfer syntax that this side supports: the peer sends that one as it is
 * stored. `findSyntaxes` returns undefined for a SOP class that is not supported.
 */
export function negotiateContexts(
  contexts: readonly ProposedContext[],
  findSyntaxes: (abstractSyntax: string) => readonly string[] | undefined,
): NegotiatedContext[] {
  return contexts.map((context) => {
    const supported = findSyntaxes(context.abstractSyntax);
    const syntax = context.transferSyntaxes.find((uid) => supported?.includes(uid));
    const result = supported === undefined ? 3 : syntax === undefined ? 4 : 0;
    return { ...context, result, transferSyntax: syntax ?? context.transferSyntaxes[0] ?? '' };
  });
}

/** An A-ASSOCIATE-AC (PS3.8, 9.3.3). Both AE titles are those of the request. */
export function encodeAccept(
  request: AssociationRequest,
  contexts: readonly NegotiatedContext[],
): Buffer {
  const items = contexts.map(({ id, result, transferSyntax }) =>
    encodeItem(
      0x21,
      Buffer.from([id, 0, result, 0]),
      encodeItem(0x40, Buffer.from(transferSyntax)),
    ),
  );
  return encodeAssociate(PduType.associateAccept, request, items);
}

/** Ids of the contexts that an A-ASSOCIATE-AC accepts. */
export function parseAccept(body: Buffer): number[] {
  return [...readItems(body.subarray(FIXED_LENGTH))]
    .filter(({ type, value }) => type === 0x21 && value.length >= 4 && value.readUInt8(2) === 0)
    .map(({ value }) => value.readUInt8(0));
}
