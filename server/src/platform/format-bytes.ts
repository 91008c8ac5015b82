/** A number of bytes as text: `1.5 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const shown = bytes / 1_000 ** step;
  return `${shown.toLocaleString('en', { maximumFractionDigits: step > 0 && shown < 100 ? 1 : 0 })} ${units[step]}`;
}
