import { MINUTE } from '../durations.ts';

/** The browser's own download of a same-origin address. */
export function saveUrl(url: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.rel = 'noopener';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, name);
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE);
}
