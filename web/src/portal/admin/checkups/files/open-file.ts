import { type FileLink, isPreviewed } from '@deqiq/contract/files.ts';

/** A picture is viewed over the page; any other file opens in a tab of its own, in the browser's way. */
export function openFile(file: FileLink, view: () => void): void {
  if (isPreviewed(file.name, 'admin')) view();
  else window.open(file.url, '_blank', 'noopener');
}
