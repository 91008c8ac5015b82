/**
 * Parses CSV like a spreadsheet with this list separator: a quote counts only at the start of a field, and a line
 * break ends a row outside of quotes.
 */
export function parseCsv(csv: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  let isAtStart = true;
  const endField = () => {
    row.push(field);
    field = '';
    isAtStart = true;
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };
  for (let index = 0; index < csv.length; index += 1) {
    const character = csv[index] ?? '';
    if (isQuoted && character === '"' && csv[index + 1] === '"') {
      field += '"';
      index += 1;
    } else if (character === '"' && (isQuoted || isAtStart)) {
      isQuoted = !isQuoted;
      isAtStart = false;
    } else if (character === separator && !isQuoted) endField();
    else if (character === '\n' && !isQuoted) endRow();
    else if (character !== '\r' || isQuoted) {
      field += character;
      isAtStart = false;
    }
  }
  if (row.length > 0 || !isAtStart) endRow();
  return rows;
}
