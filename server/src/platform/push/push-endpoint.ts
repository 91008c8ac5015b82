import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Special-purpose addresses (RFC 6890 and the IANA registries), which no push service has. */
const special = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [address = '', bits] = range.split('/');
  special.addSubnet(address, Number(bits), 'ipv4');
}
// Teredo and others, documentation, 6to4: they contain or hide other addresses.
special.addSubnet('2001::', 23, 'ipv6');
special.addSubnet('2001:db8::', 32, 'ipv6');
special.addSubnet('2002::', 16, 'ipv6');

/** All assigned unicast addresses of IPv6; loopback, private, mapped and translated ones are outside. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address can be the address of a push service. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Resolves a host name, and fails if one of its addresses is not public. The connection uses this very answer. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error('no address'), '');
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error('the host of the push endpoint is not public'), '');
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Whether a host is one of these: `push.example.com`, `*.example.com` for all hosts below it, `*` for any. */
export const isPushService = (services: readonly string[], host: string): boolean =>
  services.some((name) =>
    name.startsWith('*') ? host.endsWith(name.slice(1)) : host === name.toLowerCase(),
  );

/**
 * The address of a subscription at its push service: https on port 443 of one of its hosts. Clients choose it, so anything
 * else could reach into our network, or never answer. `testOrigin` is allowed as well. Returns undefined for another one.
 */
export function parsePushEndpoint(
  text: string,
  services: readonly string[],
  testOrigin?: string,
): URL | undefined {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.hash) return undefined;
  if (url.origin === testOrigin) return url;
  const isNamed = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && url.hostname.includes('.');
  if (url.protocol !== 'https:' || url.port !== '' || !isNamed) return undefined;
  return isPushService(services, url.hostname) ? url : undefined;
}
