import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { readConfig } from '../../server/src/config.ts';
import { ROOT, sample, temporaryFolder } from './programs.ts';

const UNITS = [
  'deqiq.service',
  'deqiq-intake.service',
  'deqiq-backup.service',
  'deqiq-backup.timer',
];

/** The units as they would stand on this machine, with this repository as /opt/deqiq. */
function installed(t: TestContext): string[] {
  const folder = temporaryFolder(t);
  return UNITS.map((name) => {
    const file = join(folder, name);
    const isService = name.endsWith('.service');
    writeFileSync(file, sample(name, isService ? { '/opt/deqiq/': ROOT } : {}));
    return file;
  });
}

describe('the systemd units', { skip: missesPrograms('systemd-analyze') }, () => {
  test('are understood by systemd, and what they start is there', (t) => {
    const words = ['verify', '--man=no', ...installed(t)];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    assert.equal(`${stdout}${stderr}`, '');
    assert.equal(status, 0);
  });

  test('leave the processes little of the machine', (t) => {
    for (const file of installed(t).filter((name) => name.endsWith('.service'))) {
      const words = ['security', '--offline=true', '--no-pager', '--threshold=15', file];
      const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
      const level = /exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
      assert.equal(status, 0, `${file}: ${level} of 10 is more than 1.5`);
    }
  });

  test('back up every night', () => {
    const [, when = ''] = /^OnCalendar=(.*)$/m.exec(sample('deqiq-backup.timer', {})) ?? [];
    const output = execFileSync('systemd-analyze', ['calendar', '--iterations=2', when], {
      encoding: 'utf8',
    });
    const moments = [...output.matchAll(/\(in UTC\): \w+ (\S+ \S+) UTC|: \w+ (\S+ \S+) UTC$/gm)];
    const [first, second] = moments.map(([, a, b]) => Date.parse(`${a ?? b}Z`.replace(' ', 'T')));
    assert.equal((second ?? 0) - (first ?? 0), 24 * 3_600_000, output);
  });
});

test('what the units start is there', () => {
  for (const name of UNITS.filter((unit) => unit.endsWith('.service'))) {
    const [, program = ''] = /^ExecStart=\S+ (\S+)/m.exec(sample(name, {})) ?? [];
    assert.ok(program !== '' && existsSync(join(ROOT, program)), `${name}: ${program}`);
  }
});

test('the settings of deploy/deqiq.env are settings, and good ones', () => {
  const lines = sample('deqiq.env', {}).split('\n');
  const source = ['settings.ts', 'provider-settings.ts', 'intake/intake-settings.ts']
    .map((name) => readFileSync(join(ROOT, 'server/src', name), 'utf8'))
    .join('\n');
  const settings: Record<string, string> = {};
  for (const line of lines) {
    const [, isOff, name, value] = /^(# )?([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (!name) continue;
    assert.ok(source.includes(`  ${name}: `), `${name} is no setting`);
    if (!isOff) settings[name] = value ?? '';
  }
  const config = readConfig(settings);
  assert.deepEqual([config.trustProxy, config.xAccelPrefix], ['loopback', undefined]);
});
