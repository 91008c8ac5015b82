import { expect, test } from 'vitest';
import { progressMeter, type UploadProgress } from './progress-meter.ts';

const MB = 1_000_000;

function meterOf(...sizes: number[]) {
  let time = 0;
  const reports: UploadProgress[] = [];
  const files = sizes.map((size, index) => ({ fileId: `file-${index}`, file: { size } }));
  const meter = progressMeter(
    files,
    (progress) => reports.push(progress),
    () => time,
  );
  return {
    meter,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    last: () => reports.at(-1),
    reports,
  };
}

test('speed and time left are measured over some seconds, earlier bytes are progress alone', () => {
  const { meter, wait, last } = meterOf(40 * MB);
  meter.begin('file-0');
  meter.resume('file-0', 20 * MB);
  expect(last()).toMatchObject({ percent: 50, bytesPerSecond: undefined });
  wait(2_000);
  meter.add('file-0', 24 * MB);
  expect(last()).toMatchObject({ percent: 60, bytesPerSecond: 2 * MB, secondsLeft: 8 });
});

test('while nothing moves there is no speed and no time left', () => {
  const { meter, wait, last } = meterOf(10 * MB);
  meter.begin('file-0');
  wait(3_000);
  meter.add('file-0', 3 * MB);
  meter.outage(1);
  expect(last()).toMatchObject({ failedAttempts: 1, bytesPerSecond: undefined });
  expect(last()?.secondsLeft).toBeUndefined();
});

test('bytes within a chunk are reported five times a second, a stored chunk at once', () => {
  const { meter, wait, reports, last } = meterOf(MB, MB);
  meter.begin('file-1');
  const before = reports.length;
  for (let bytes = 1; bytes <= 10; bytes += 1) meter.estimate('file-1', bytes);
  expect(reports.length).toBe(before);
  wait(200);
  meter.estimate('file-1', 1_000);
  expect(reports.length).toBe(before + 1);
  meter.add('file-1', MB);
  expect(last()).toMatchObject({ percent: 50, current: { fileId: 'file-1', number: 2 } });
});
