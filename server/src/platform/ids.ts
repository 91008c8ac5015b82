import { randomInt, randomUUID } from 'node:crypto';

/** Ids within one millisecond, which a counter of 12 bits orders (RFC 9562, section 6.2, method 1). */
const COUNTER_SIZE = 4_096;

let milliseconds = 0;
let counter = 0;

/** Makes a UUIDv7. Ids of one process ascend, also within one millisecond; those of node:crypto do not. */
export function newId(): string {
  const now = Date.now();
  counter += 1;
  if (now > milliseconds) {
    milliseconds = now;
    counter = randomInt(COUNTER_SIZE / 2);
  } else if (counter === COUNTER_SIZE) {
    milliseconds += 1;
    counter = 0;
  }
  return format(milliseconds, counter);
}

/** Makes a UUIDv7 that is greater than another one, which a node with a faster wall clock may have made. */
export function newIdAfter(previous: string | undefined): string {
  const id = newId();
  return previous === undefined || id > previous
    ? id
    : format(readMilliseconds(previous) + 1, randomInt(COUNTER_SIZE));
}

/** Its last 62 bits are random, those of a version 4. */
function format(time: number, count: number): string {
  const digits = time.toString(16).padStart(12, '0');
  const random = randomUUID().slice('xxxxxxxx-xxxx-4xxx-'.length);
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${count.toString(16).padStart(3, '0')}-${random}`;
}

const readMilliseconds = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** When a UUIDv7 was made, as ISO text. */
export const readInstant = (id: string): string => new Date(readMilliseconds(id)).toISOString();
