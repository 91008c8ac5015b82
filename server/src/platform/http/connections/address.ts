/** An IPv4 address, also one that a dual-stack socket maps into IPv6. */
const IPV4 = /^(?:::ffff:)?((?:\d{1,3}\.){3})(\d{1,3})$/i;

/** Keys of a client and its network for rate limits: IPv4 address and /24; IPv6 /64 and /48, which is cheap to get. */
export function clientNetwork(address: string): { host: string; network: string } {
  const [, net, last] = IPV4.exec(address) ?? [];
  if (net !== undefined) return { host: `${net}${last}`, network: `${net}0/24` };
  if (!address.includes(':')) return { host: address, network: address };
  const groups = ipv6Groups(address.split('%')[0] ?? '');
  return {
    host: `${groups.slice(0, 4).join(':')}::/64`,
    network: `${groups.slice(0, 3).join(':')}::/48`,
  };
}

/** The eight groups of an IPv6 address, without leading zeros. */
function ipv6Groups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const gap = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : [];
  return [...left, ...gap, ...right].map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
}
