import {
  type ExportedList,
  type ExportFormat,
  exportFileName,
  exportPath,
} from '@deqiq/contract/exports.ts';
import { saveBlob } from './downloads/sinks.ts';
import { http } from './http/http.ts';

/** Milliseconds a long list may take on a slow line. */
const TIMEOUT = 300_000;

/** Saves a list with the search in force. The browser cannot sign a link, so it fetches. */
export async function saveExport(
  list: ExportedList,
  search: string,
  format: ExportFormat,
): Promise<void> {
  const query = { name: search, format };
  const blob = await http.blob(exportPath(list), { query, timeoutMs: TIMEOUT });
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Baku' });
  saveBlob(blob, exportFileName(list, day, format));
}
