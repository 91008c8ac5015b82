import {
  type ExportedList,
  type ExportFormat,
  exportFileName,
} from '@deqiq/contract/desk/exports.ts';
import { saveBlob } from '../../lib/files/save-file.ts';
import { callForBlob } from '../http/call.ts';

/** Milliseconds a long list may take on a slow line. */
const TIMEOUT = 300_000;

/** Saves a list with the search in force, or its rows of these ids. The browser cannot sign a link, so it fetches. */
export async function saveExport(
  list: ExportedList,
  search: string,
  format: ExportFormat,
  ids: readonly string[] = [],
): Promise<void> {
  const query = { name: search, format, ...(ids.length > 0 && { ids: ids.join(',') }) };
  const blob = await callForBlob(`GET /api/admin/exports/${list}`, { query, timeoutMs: TIMEOUT });
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Baku' });
  saveBlob(blob, exportFileName(list, day, format));
}
