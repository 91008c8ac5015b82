import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FILES_PATH } from '@deqiq/contract/shared/paths.ts';
import { newId } from '../../../platform/ids.ts';
import { MINUTE } from '../../../platform/time.ts';
import { fileLinks } from './links.ts';

const WINDOW_START = Date.parse('2026-11-20T07:20:00Z');

function newLinks(secret = 'secret') {
  const clock = { at: WINDOW_START };
  const links = fileLinks({ secret: Buffer.from(secret), now: () => clock.at });
  const wanted = {
    fileId: newId(),
    sessionId: newId(),
    variant: 'original',
  } as const;
  const sign = (size = 1_000) => links.sign({ ...wanted, size });
  return { clock, links, wanted, sign };
}

const capabilityOf = (link: string) => link.slice(FILES_PATH.length);

describe('a link', () => {
  test('names one file, one session and one variant', () => {
    const { links, wanted, sign } = newLinks();
    assert.deepEqual(links.verify(capabilityOf(sign())), wanted);
    const preview = links.sign({ ...wanted, variant: 'preview', size: 1 });
    assert.deepEqual(links.verify(capabilityOf(preview)), { ...wanted, variant: 'preview' });
  });

  test('differs per file, session and variant, and is stable for any number of links', () => {
    const { links, wanted } = newLinks();
    const others = [
      { ...wanted, fileId: newId() },
      { ...wanted, sessionId: newId() },
      { ...wanted, variant: 'preview' as const },
    ];
    const all = [wanted, ...others];
    const signed = all.map((each) => links.sign({ ...each, size: 1 }));
    const named = () => signed.map((link) => links.verify(capabilityOf(link)));
    assert.deepEqual(named(), all);
    for (let n = 0; n < 20_000; n += 1) links.sign({ ...wanted, fileId: newId(), size: 1 });
    assert.deepEqual(
      all.map((each) => links.sign({ ...each, size: 1 })),
      signed,
    );
  });

  test('is the same for ten minutes and another one afterwards', () => {
    const { clock, links, sign } = newLinks();
    const first = sign();
    const epoch = links.epoch();
    clock.at += 10 * MINUTE - 1;
    assert.deepEqual([sign(), links.epoch()], [first, epoch]);
    clock.at += 1;
    assert.notEqual(sign(), first);
    assert.notEqual(links.epoch(), epoch);
  });

  test('signed when the clock was ahead has run out once it is right again', () => {
    const { clock, links, sign } = newLinks();
    const link = capabilityOf(sign(200_000_000));
    clock.at -= 5 * MINUTE;
    assert.notEqual(links.verify(link), 'expired');
    clock.at -= 1_000;
    assert.equal(links.verify(link), 'expired');
  });

  test('lives 15 minutes from the beginning of its window, that of a large file two hours', () => {
    for (const [size, life] of [
      [100_000_000, 15 * MINUTE],
      [100_000_001, 120 * MINUTE],
    ] as const) {
      const { clock, links, sign } = newLinks();
      const capability = capabilityOf(sign(size));
      clock.at += life - 1;
      assert.equal(typeof links.verify(capability), 'object');
      clock.at += 1;
      assert.equal(links.verify(capability), 'expired');
    }
  });

  test('that was changed anywhere is invalid, even when it has expired', () => {
    const { clock, links, sign } = newLinks();
    const capability = capabilityOf(sign());
    clock.at += 60 * MINUTE;
    for (let at = 0; at < capability.length; at += 1) {
      const other = capability[at] === 'A' ? 'B' : 'A';
      const changed = capability.slice(0, at) + other + capability.slice(at + 1);
      assert.equal(links.verify(changed), 'invalid');
    }
  });

  test('in any other spelling, or of another secret, is invalid', () => {
    const { links, sign } = newLinks();
    const capability = capabilityOf(sign());
    const others = [
      '',
      'x',
      `${capability}=`,
      `${capability}A`,
      capability.slice(1),
      ` ${capability}`,
    ];
    for (const other of [...others, capability.replace(/.$/, '+'), 'A'.repeat(92)])
      assert.equal(links.verify(other), 'invalid');
    assert.equal(newLinks('another').links.verify(capability), 'invalid');
  });
});
