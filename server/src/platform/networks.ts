import { BlockList, isIP } from 'node:net';

/** Parses networks such as `192.0.2.0/24`; undefined if one is none. Mapped IPv4 addresses (dual stack) are IPv4. */
export function parseNetworks(networks: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix, ...others] = network.split('/');
    const family = isIP(address);
    if (family === 0 || others.length > 0) return undefined;
    const type = family === 4 ? 'ipv4' : 'ipv6';
    const max = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? max : /^\d{1,3}$/.test(prefix) ? Number(prefix) : max + 1;
    if (bits > max) return undefined;
    list.addSubnet(address, bits, type);
  }
  return list;
}

/** Whether an address is in one of the networks. */
export const isInNetworks = (networks: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return networks.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
};
