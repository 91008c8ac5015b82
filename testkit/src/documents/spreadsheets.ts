import { strFromU8, unzipSync } from 'fflate';

/** The value of a cell as tests read it: dates with their style (3 for a day, 4 for a day with time). */
type ReadCell = string | number | null | { date: string; style: number };

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const unescapeXml = (text: string) =>
  text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? `unknown entity ${name}`);

/** The sheet of a workbook with one sheet, parsed from its XML. */
export function workbookIn(bytes: Uint8Array) {
  const files = unzipSync(bytes);
  const part = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  const sheet = part('xl/worksheets/sheet1.xml');
  const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, cells = '']) => readCells(cells));
  const name = unescapeXml(/<sheet name="([^"]*)"/.exec(part('xl/workbook.xml'))?.[1] ?? '');
  return { rows, sheet, name, paths: Object.keys(files).sort() };
}

const CELL =
  /<c(?: t="(inlineStr)")?(?: s="(\d)")?(?:\/>|>(?:<v>([^<]*)<\/v>|<is><t xml:space="preserve">([^<]*)<\/t><\/is>)<\/c>)/g;

function readCells(xml: string): ReadCell[] {
  const cells = [...xml.matchAll(CELL)];
  if (cells.map(([whole]) => whole).join('') !== xml) throw new Error(`unexpected cells: ${xml}`);
  return cells.map(([, isText, style, value, text]) => {
    if (isText) return unescapeXml(text ?? '');
    if (value === undefined) return null;
    if (style !== '3' && style !== '4') return Number(value);
    const instant = Math.round((Number(value) - 25_569) * 86_400_000);
    return { date: new Date(instant).toISOString(), style: Number(style) };
  });
}
