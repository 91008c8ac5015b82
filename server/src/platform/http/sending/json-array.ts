import { Readable } from 'node:stream';

/** Items that wait for the client. */
const QUEUED_ITEMS = 2;

/** A JSON array whose items are made while it is sent. Rejects where the first item cannot be made. */
export async function toJsonArray(items: AsyncGenerator<string>): Promise<Readable> {
  const first = await items.next();
  const body = Readable.from(join(first, items), { highWaterMark: QUEUED_ITEMS });
  body.once('close', () => void items.return(undefined).catch(() => undefined));
  return body;
}

async function* join(
  first: IteratorResult<string>,
  others: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield first.done ? '[' : `[${first.value}`;
  for await (const item of others) yield `,${item}`;
  yield ']';
}
