import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../../../platform/storage/garbage-collector.ts';
import type { CreateGauge, ReadingDeps } from './reading.ts';
import { createReadings } from './readings.ts';
import { requestDurations } from './request-durations.ts';

type Sweep = (log: Log) => Promise<number>;

/** Milliseconds between two samples of the event loop. */
const EVENT_LOOP_PRECISION = 20;

export type MetricsService = ReturnType<typeof metricsService>;

/** Prometheus metrics of the process: counts, sizes and times, no personal data. */
export function metricsService(deps: ReadingDeps) {
  const register = new Registry();
  const registers = [register];
  const gauge: CreateGauge = (name, help, labelNames = []) =>
    new Gauge({ name: `deqiq_${name}`, help, labelNames, registers });
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name: `deqiq_${name}`, help, labelNames, registers });

  const observe = requestDurations(register);
  const readingFailures = counter('watch_failures_total', 'Readings that failed', ['reading']);
  const sweepEndedAt = gauge('sweep_timestamp_seconds', 'When a sweep last succeeded', ['what']);
  const sweepRemoved = counter('sweep_removed_total', 'Objects removed or set aside by sweeps', [
    'what',
  ]);
  const sweepFailures = counter('sweep_failures_total', 'Sweeps that failed', ['what']);
  const readings = createReadings(gauge, deps);

  async function renderAll(): Promise<string> {
    for (const { clear } of Object.values(readings)) clear?.();
    const all = Object.entries(readings).map(([reading, { take }]) =>
      take().catch(() => readingFailures.inc({ reading })),
    );
    await Promise.all(all);
    return register.metrics();
  }

  let rendering: Promise<string> | undefined;

  return {
    observe,

    /** Adds the default metrics of Node: CPU, memory, open files, event loop lag. */
    collectProcessMetrics: () =>
      collectDefaultMetrics({ register, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION }),

    /** Wraps a sweep to record its results under a name. */
    instrument:
      (what: string, sweep: Sweep): Sweep =>
      async (log) => {
        try {
          const removed = await sweep(log);
          sweepEndedAt.set({ what }, deps.now() / 1000);
          sweepRemoved.inc({ what }, removed);
          return removed;
        } catch (error) {
          sweepFailures.inc({ what });
          throw error;
        }
      },

    contentType: register.contentType,

    /**
     * All metrics in the Prometheus text format. Failed readings are left out and counted. Requests at the same time
     * share one result: each would clear the values of the other.
     */
    render(): Promise<string> {
      rendering ??= renderAll().finally(() => {
        rendering = undefined;
      });
      return rendering;
    },
  };
}
