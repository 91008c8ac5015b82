import { type ExportedList, exportFileName, exportPath } from '@deqiq/contract/exports.ts';
import { saveBlob } from './downloads/sinks.ts';
import { http } from './http/http.ts';

/** Milliseconds a long list may take on a slow line. */
const TIMEOUT = 300_000;

/** Reading an answer as text takes this mark away; Excel needs it to see that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves a list as CSV, with the search in force. The browser cannot sign a link, so it fetches. */
export async function saveCsv(list: ExportedList, search: string): Promise<void> {
  const text = await http.text(exportPath(list), { query: { name: search }, timeoutMs: TIMEOUT });
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Baku' });
  saveBlob(
    new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }),
    exportFileName(list, day),
  );
}
