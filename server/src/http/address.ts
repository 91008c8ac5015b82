/** IPv6 clients own a whole /64, so that is what counts as one address. */
export function placeOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const gap = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : [];
  return `${[...left, ...gap, ...right].slice(0, 4).join(':')}::/64`;
}
