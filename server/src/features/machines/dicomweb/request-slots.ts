import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import { unavailable } from '../../../platform/errors.ts';

/** Requests of one person that run, and that wait; a viewer requests some dozens of pictures together. */
const MAX_RUNNING = 4;
const MAX_WAITING = 100;

/** Milliseconds that a request waits. */
const MAX_WAIT = 30_000;

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

export type RequestSlots = ReturnType<typeof requestSlots>;

/** Shares DICOMweb by person. Some requests wait before a 503: a viewer does not repeat a refused picture. */
export function requestSlots() {
  const queues = new Map<string, Queue>();

  function release(person: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
    } else {
      queue.running -= 1;
      if (queue.running === 0) queues.delete(person);
    }
  }

  return {
    /** Resolves with the function that ends the request. Throws 503. */
    async acquire(person: string, signal: AbortSignal): Promise<() => void> {
      const queue = queues.get(person) ?? { running: 0, waiting: new Set() };
      queues.set(person, queue);
      if (queue.running < MAX_RUNNING) queue.running += 1;
      else if (queue.waiting.size >= MAX_WAITING) throw unavailable(dicomwebMessages.busy());
      else await waitIn(queue, signal);
      let isReleased = false;
      return () => {
        if (!isReleased) release(person, queue);
        isReleased = true;
      };
    },
  };
}

function waitIn({ waiting }: Queue, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT)]);
    const refuse = () => {
      waiting.delete(start);
      reject(unavailable(dicomwebMessages.busy()));
    };
    const start = () => {
      ended.removeEventListener('abort', refuse);
      resolve();
    };
    if (ended.aborted) return refuse();
    waiting.add(start);
    ended.addEventListener('abort', refuse, { once: true });
  });
}
