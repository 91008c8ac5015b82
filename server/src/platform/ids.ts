/** Makes a UUIDv7. Ids of one process ascend, also within one millisecond; those of node:crypto do not. */
export { v7 as newId } from 'uuid';
