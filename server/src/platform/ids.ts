/** Makes a UUIDv7. Ids of one process ascend, also within one millisecond; those of node:crypto do not. */
export { v7 as newId } from 'uuid';

/** When a UUIDv7 was made, as ISO text. */
export const readInstant = (id: string): string =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString();
