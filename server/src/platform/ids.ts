import { v7 } from 'uuid';

/** Makes a UUIDv7. Ids of one process ascend, also within one millisecond; those of node:crypto do not. */
export const newId = (): string => v7();

/** Makes a UUIDv7 that is greater than another one, which a node with a faster wall clock may have made. */
export function newIdAfter(previous: string | undefined): string {
  const id = newId();
  return previous === undefined || id > previous
    ? id
    : v7({ msecs: readMilliseconds(previous) + 1 });
}

const readMilliseconds = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** When a UUIDv7 was made, as ISO text. */
export const readInstant = (id: string): string => new Date(readMilliseconds(id)).toISOString();
