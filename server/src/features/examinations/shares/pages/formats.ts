import * as texts from '@deqiq/messages/examinations/share-pages.js';
import { language } from '@deqiq/messages/language.ts';

const units = [texts.bytes, texts.kilobytes, texts.megabytes, texts.gigabytes, texts.terabytes];

/** As in the portal: a KB is 1,024 bytes, with one decimal. */
export function formatSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = String(Math.round((bytes / 1024 ** step) * 10) / 10);
  const size = language() === 'en' ? value : value.replace('.', ',');
  return units[step]?.({ size }) ?? '';
}
