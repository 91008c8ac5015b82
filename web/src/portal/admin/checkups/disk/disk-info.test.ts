import { expect, test } from 'vitest';
import { parseDiskInfo } from './disk-info.ts';

const HEADERS = 'Filesystem      Size  Used Avail Use% Mounted on';

test('the disk strip reads total, free and used percent by the names above them', () => {
  expect(parseDiskInfo(`${HEADERS}\n/dev/sda1       458G  120G  315G  28% /data`)).toEqual({
    total: '458G',
    free: '315G',
    usedPercent: 28,
  });
});

test('columns in another order are still found by name', () => {
  expect(parseDiskInfo('Use% Avail Size\n7% 1.8T 2.0T')).toEqual({
    total: '2.0T',
    free: '1.8T',
    usedPercent: 7,
  });
});

test('a volume name with blanks does not shift what is read', () => {
  expect(parseDiskInfo(`${HEADERS}\nServer Disk 1   1.8T  1.7T   90G  95% /srv`)).toEqual({
    total: '1.8T',
    free: '90G',
    usedPercent: 95,
  });
});

test('Windows line ends and blank lines do no harm', () => {
  expect(parseDiskInfo(`\r\n${HEADERS}\r\noverlay 62G 9,4G 52G 16% /\r\n`)?.free).toBe('52G');
});

test.each([
  '',
  'df: command not found',
  HEADERS,
  `${HEADERS}\nno values here`,
  'Size Avail Use%\n- - -',
  '{"code":"internal"}',
])('unexpected text %j shows nothing', (text) => {
  expect(parseDiskInfo(text)).toBeUndefined();
});
