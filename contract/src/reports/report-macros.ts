import * as texts from '@deqiq/messages/reports/report-macros.js';
import * as z from 'zod';
import { requiredText } from '../shared/text.ts';

/** Macros of one author, and characters of a name. */
export const MAX_MACROS = 200;
export const MACRO_NAME_MAX = 20;

const badName = { error: () => texts.badName({ max: MACRO_NAME_MAX }) };

export const reportMacroFields = z.object({
  /** One word, which is typed in the place of the text. */
  name: z
    .string(badName)
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u, badName)
    .max(MACRO_NAME_MAX, badName),
  /** Its fields are named in braces: `{diş}`. */
  text: requiredText(texts.textMissing),
});

export const reportMacro = z.object({ _id: z.string(), name: z.string(), text: z.string() });

/** Those of the caller, by their names. */
export const reportMacroList = z.object({ macros: z.array(reportMacro) });

export const reportMacroAnswer = z.object({ macro: reportMacro, message: z.string() });

export type ReportMacro = z.output<typeof reportMacro>;
export type ReportMacroFields = z.output<typeof reportMacroFields>;
export type ReportMacroList = z.output<typeof reportMacroList>;
export type ReportMacroAnswer = z.output<typeof reportMacroAnswer>;
