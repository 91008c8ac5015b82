import { Histogram, type Registry } from 'prom-client';

/** Seconds, from an unchanged poll to an upload over a slow connection. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A completed request, without personal data. */
export interface CompletedRequest {
  readonly method: string;
  /** The route's pattern, never the address. */
  readonly route: string;
  readonly status: number;
  /** Milliseconds from the request headers to the last byte of the response. */
  readonly duration: number;
}

const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Response times by route, method and status class. An observation costs half a microsecond. */
export function requestDurations(register: Registry): (request: CompletedRequest) => void {
  const seconds = new Histogram({
    name: 'deqiq_http_request_duration_seconds',
    help: 'Time from the headers of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  return ({ method, route, status, duration }) => {
    const label = STATUS_CLASSES[Math.trunc(status / 100)] ?? '5xx';
    seconds.observe({ method, route, status: label }, duration / 1000);
  };
}
