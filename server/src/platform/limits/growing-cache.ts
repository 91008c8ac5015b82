import { LRUCache } from 'lru-cache';

/**
 * A cache of the last used entries that takes memory as it fills. With `max` LRUCache takes it at the start: a tenth
 * of the processor time of the server's tests, which start the application 900 times.
 */
export const growingCache = <Value extends object | boolean>(maxEntries: number) =>
  new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 });
