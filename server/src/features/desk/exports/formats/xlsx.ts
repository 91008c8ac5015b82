import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Cell, Sheet } from '../sheet.ts';
import { fixedParts, rowXml, SHEET_END, sheetStart } from './xlsx-parts.ts';

/** Rows compressed per piece, which takes a few milliseconds. */
const ROWS_PER_PIECE = 100;

/** Fast compression: a list is compressed once and saved once. */
const LEVEL = 1;

/** A workbook with one sheet, written while the list is read; one page of rows is in memory. */
export async function* xlsxFile(
  { name, head }: Pick<Sheet, 'name' | 'head'>,
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const { add, take, end } = createZip();
  for (const [path, text] of Object.entries(fixedParts(name))) add(path).push(strToU8(text), true);
  const sheet = add('xl/worksheets/sheet1.xml');
  let isStarted = false;
  for await (const rows of pages) {
    if (!isStarted) sheet.push(strToU8(sheetStart(head, rows)));
    isStarted = true;
    for (let from = 0; from < rows.length; from += ROWS_PER_PIECE) {
      const piece = rows.slice(from, from + ROWS_PER_PIECE);
      sheet.push(strToU8(piece.map((row) => rowXml(row)).join('')));
      yield* take();
    }
  }
  sheet.push(strToU8(`${isStarted ? '' : sheetStart(head, [])}${SHEET_END}`), true);
  end();
  yield* take();
}

/** A ZIP archive whose bytes are taken while it is written. */
function createZip() {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  return {
    add(path: string): ZipDeflate {
      const file = new ZipDeflate(path, { level: LEVEL });
      zip.add(file);
      return file;
    },
    end: () => zip.end(),
    take(): Uint8Array[] {
      const chunks = ready;
      ready = [];
      return chunks;
    },
  };
}
