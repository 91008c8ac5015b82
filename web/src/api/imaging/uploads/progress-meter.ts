export type UploadProgress = {
  /** 0 to 100 over the bytes of all files; 100 only when everything has been sent. */
  readonly percent: number;
  /** The same for each file, by its id. */
  readonly files: ReadonlyMap<string, number>;
  /** The file being sent, and its number from 1. */
  readonly current: { readonly fileId: string; readonly number: number } | undefined;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Undefined during the first seconds, and while nothing is transferred. */
  readonly bytesPerSecond: number | undefined;
  readonly secondsLeft: number | undefined;
  /** Consecutive attempts without a response; 0 after a response. */
  readonly failedAttempts: number;
};

type Sized = { readonly fileId: string; readonly file: { readonly size: number } };

/** Milliseconds over which the speed is measured, and from which on it is shown. */
const SPEED_WINDOW = 10_000;
const SPEED_FROM = 2_000;

/** Milliseconds between two reports of bytes within a chunk. */
const REPORT_INTERVAL = 200;

/** Reports the bytes of an upload; `now` in milliseconds. Bytes of an earlier attempt are progress, not speed. */
export function progressMeter(
  files: readonly Sized[],
  report: (progress: UploadProgress) => void,
  now: () => number = () => performance.now(),
) {
  const sent = new Map(files.map(({ fileId }) => [fileId, 0]));
  const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  let resumed = 0;
  let current: UploadProgress['current'];
  let failedAttempts = 0;
  let samples: { at: number; bytes: number }[] = [];
  let reportedAt = Number.NEGATIVE_INFINITY;

  const total = () => Array.from(sent.values()).reduce((sum, part) => sum + part, 0);

  function measureSpeed(): number | undefined {
    const at = now();
    samples = samples.filter((sample) => at - sample.at <= SPEED_WINDOW);
    samples.push({ at, bytes: total() - resumed });
    const first = samples[0];
    const last = samples.at(-1);
    if (!first || !last || last.at - first.at < SPEED_FROM) return undefined;
    const speed = ((last.bytes - first.bytes) / (last.at - first.at)) * 1_000;
    return speed > 0 ? speed : undefined;
  }

  function reportNow(): void {
    reportedAt = now();
    const sentBytes = total();
    const bytesPerSecond = failedAttempts > 0 ? undefined : measureSpeed();
    report({
      percent: toPercent(sentBytes, totalBytes),
      files: new Map(
        files.map(({ fileId, file }) => [fileId, toPercent(sent.get(fileId) ?? 0, file.size)]),
      ),
      current,
      sentBytes,
      totalBytes,
      bytesPerSecond,
      secondsLeft: bytesPerSecond && (totalBytes - sentBytes) / bytesPerSecond,
      failedAttempts,
    });
  }

  reportNow();
  return {
    begin(fileId: string): void {
      current = { fileId, number: files.findIndex((file) => file.fileId === fileId) + 1 };
      reportNow();
    },
    resume(fileId: string, bytes: number): void {
      resumed += bytes - (sent.get(fileId) ?? 0);
      sent.set(fileId, bytes);
      reportNow();
    },
    add(fileId: string, bytes: number): void {
      sent.set(fileId, bytes);
      reportNow();
    },
    /** The same for bytes within a chunk, reported now and then. */
    estimate(fileId: string, bytes: number): void {
      sent.set(fileId, bytes);
      if (now() - reportedAt >= REPORT_INTERVAL) reportNow();
    },
    outage(attempts: number): void {
      if (attempts === failedAttempts) return;
      failedAttempts = attempts;
      samples = [];
      reportNow();
    },
  };
}

function toPercent(part: number, total: number): number {
  return total === 0 ? 100 : Math.floor((part / total) * 100);
}
