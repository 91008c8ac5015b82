import type { Association, Message } from '../association.ts';
import { readAll } from '../data-set-bytes.ts';
import { type ServiceProvider, StatusError } from './service-provider.ts';

/** Bytes of the identifier of a query. */
const MAX_IDENTIFIER_LENGTH = 65_536;

export async function findMatches(
  association: Association,
  message: Message,
  provider: ServiceProvider,
): Promise<readonly Buffer[] | number> {
  const identifier = await readAll(association.readDataSet(message), MAX_IDENTIFIER_LENGTH);
  try {
    return await provider.find(identifier, message.context.transferSyntax);
  } catch (error) {
    if (error instanceof StatusError) return error.status;
    throw error;
  }
}
