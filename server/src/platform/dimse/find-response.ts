import type { Association, Message } from './association.ts';
import { ProtocolError } from './pdu.ts';
import { type ServiceProvider, StatusError } from './service-provider.ts';

/** Bytes of the identifier of a query. */
const MAX_IDENTIFIER_LENGTH = 65_536;

export async function findMatches(
  association: Association,
  message: Message,
  provider: ServiceProvider,
): Promise<readonly Buffer[] | number> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of association.readDataSet(message)) {
    length += part.length;
    if (length > MAX_IDENTIFIER_LENGTH) throw new ProtocolError('identifier too long');
    parts.push(part);
  }
  try {
    return await provider.find(Buffer.concat(parts), message.context.transferSyntax);
  } catch (error) {
    if (error instanceof StatusError) return error.status;
    throw error;
  }
}

export async function skip(dataSet: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of dataSet);
}
