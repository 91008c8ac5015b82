export type DiskInfo = { total: string; free: string; usedPercent: number };

/** How `df -h` writes an amount and a share. */
const AMOUNT = /^[\d.,]+\s?([KMGTPE]i?)?B?$/i;
const SHARE = /^(\d{1,3})%$/;

/**
 * Reads the two lines of `diskInfo` (headers, values) by the names Size, Avail and Use%. Undefined where
 * the text is anything else. A volume's name may hold blanks and push the values to the right.
 */
export function parseDiskInfo(text: string): DiskInfo | undefined {
  const [headers = [], values = []] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/));
  const at = (name: string) => headers.findIndex((header) => header.toLowerCase() === name);
  const size = at('size');
  const avail = at('avail');
  const use = at('use%');
  if (size < 0 || avail < 0 || use < 0) return undefined;
  for (let shift = 0; shift + Math.max(size, avail, use) < values.length; shift += 1) {
    const total = values[size + shift] ?? '';
    const free = values[avail + shift] ?? '';
    const share = SHARE.exec(values[use + shift] ?? '')?.[1];
    if (AMOUNT.test(total) && AMOUNT.test(free) && share !== undefined)
      return { total, free, usedPercent: Math.min(100, Number(share)) };
  }
  return undefined;
}
