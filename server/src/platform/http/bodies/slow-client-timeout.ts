import type { FastifyInstance, FastifyRequest } from 'fastify';

const CHECK_INTERVAL = 1_000;
const KIB = 1_024;

/** Min bytes within a number of milliseconds. */
interface Rate {
  readonly bytes: number;
  readonly within: number;
}

/** The slowest phone sends this in a second; a client that drips single bytes does not. */
const MIN_RATE: Rate = { bytes: KIB, within: 10_000 };

/** For bodies that hold a share of the memory for large ones: 32 KiB a second (262 kbit/s). */
const MIN_LARGE_RATE: Rate = { bytes: 30 * 32 * KIB, within: 30_000 };

/** Bodies above this length, that of an upload's chunk, must meet the rate of large bodies. */
const LARGE_FROM = 2 * 1_024 * KIB;

/** Milliseconds for a whole body. A streamed one, which is of any size, may take longer. */
const MAX_DURATION = 300_000;

/** Received bytes and time (ms) at which the current measurement began. */
interface Span {
  readonly rate: Rate;
  bytes: number;
  since: number;
}

/**
 * Disconnects clients that keep a request open without sending it: silence, dripping, and bodies that take too long. Node's
 * requestTimeout bounds every request alike, and would cut off the study of a slow line. Large forms, which occupy memory,
 * must arrive faster.
 */
export function slowClientTimeout(
  app: FastifyInstance,
  {
    notStalled: minRate = MIN_RATE,
    large: minLargeRate = MIN_LARGE_RATE,
    largeFrom = LARGE_FROM,
    maxDuration = MAX_DURATION,
    now = () => performance.now(),
  } = {},
): void {
  const receiving = new Map<FastifyRequest, Receiving>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.raw.headers;
    if (!request.raw.complete && (length !== undefined || encoding !== undefined)) {
      const isLarge =
        request.routeOptions.config?.largeBody === true && Number(length ?? Infinity) > largeFrom;
      const rates = isLarge ? [minRate, minLargeRate] : [minRate];
      const start = { bytes: request.raw.socket.bytesRead, since: now() };
      const isStreamed = request.routeOptions.config?.streamedBody === true;
      const spans = rates.map((rate) => ({ rate, ...start }));
      receiving.set(request, { spans, until: isStreamed ? Infinity : start.since + maxDuration });
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    receiving.delete(request);
    done();
  });
  app.addHook('onRequestAbort', async (request) => {
    receiving.delete(request);
  });

  const timer = setInterval(
    () => {
      for (const [request, { spans, until }] of receiving) {
        if (request.raw.complete || request.raw.destroyed) {
          receiving.delete(request);
          continue;
        }
        // Bytes that wait here: the disk is slower than the client.
        if (request.raw.readableLength > 0 && until === Infinity) {
          for (const span of spans) span.since = now();
          continue;
        }
        const isSlow = spans.some((span) => isTooSlow(span, request.raw.socket.bytesRead, now()));
        if (!isSlow && now() < until) continue;
        receiving.delete(request);
        request.log.info('a body arrives too slowly: cut off');
        request.raw.destroy();
      }
    },
    Math.min(CHECK_INTERVAL, minRate.within / 5, minLargeRate.within / 5),
  );
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

interface Receiving {
  readonly spans: readonly Span[];
  /** When the whole body must have arrived. */
  readonly until: number;
}

/** Starts the next measurement as soon as enough has arrived. */
function isTooSlow(span: Span, bytes: number, now: number): boolean {
  if (bytes - span.bytes < span.rate.bytes) return now - span.since > span.rate.within;
  span.bytes = bytes;
  span.since = now;
  return false;
}
