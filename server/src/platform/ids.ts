/**
 * Makes the id of a row (UUIDv7). Ids of one process ascend, also within one millisecond, so that rows sort in the
 * order in which they were made; those of node:crypto do not.
 */
export { v7 as newId } from 'uuid';
