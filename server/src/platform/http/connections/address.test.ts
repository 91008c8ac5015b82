import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './address.ts';

test('an IPv4 client is its address within a /24, also if a socket maps it into IPv6', () => {
  for (const address of ['192.0.2.77', '::ffff:192.0.2.77', '::FFFF:192.0.2.77'])
    assert.deepEqual(
      clientNetwork(address),
      { host: '192.0.2.77', network: '192.0.2.0/24' },
      address,
    );
});

test('an IPv6 client is its /64 within a /48, in any notation', () => {
  for (const address of [
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:db8:1:2:3:4:5:6%eth0',
  ]) {
    const expected = { host: '2001:db8:1:2::/64', network: '2001:db8:1::/48' };
    assert.deepEqual(clientNetwork(address), expected, address);
  }
  assert.deepEqual(clientNetwork('::1'), { host: '0:0:0:0::/64', network: '0:0:0::/48' });
});
