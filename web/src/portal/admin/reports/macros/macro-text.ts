import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import type { ReportMacro } from '@deqiq/contract/reports/report-macros.ts';
import { foldText } from '@deqiq/contract/shared/text.ts';

/** Characters of a text, from `start` up to but not including `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The next field in braces, such as `{diş}`. */
export function findField(text: string, from: number): TextRange | undefined {
  const field = /\{[^{}\n]+\}/g;
  field.lastIndex = from;
  const found = field.exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}

/** The macro whose name is the word before the cursor, and that word. */
export function findMacro(
  macros: readonly ReportMacro[],
  text: string,
  cursor: number,
): { readonly macro: ReportMacro; readonly range: TextRange } | undefined {
  const word = /\S+$/u.exec(text.slice(0, cursor))?.[0];
  const macro = word && macros.find(({ name }) => foldText(name) === foldText(word));
  return macro ? { macro, range: { start: cursor - word.length, end: cursor } } : undefined;
}

/** A field in braces that is left in the texts of a report. */
export function findUnfilled(content: ReportContent): string | undefined {
  const { technique, findings, conclusion, recommendation } = content;
  const texts = [...findings.map(({ text }) => text), conclusion, recommendation, technique];
  for (const text of texts) {
    const field = findField(text, 0);
    if (field) return text.slice(field.start, field.end);
  }
  return undefined;
}
