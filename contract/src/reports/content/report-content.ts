import * as texts from '@deqiq/messages/reports/reports.js';
import * as z from 'zod';
import { MAX_ANNOTATIONS } from '../../imaging/annotation-limits.ts';
import { isTooth } from '../../referrals/teeth.ts';
import { LINE_MAX, TEXT_MAX } from '../../shared/limits.ts';
import { requiredLine } from '../../shared/text.ts';
import { MAX_KEY_IMAGES } from '../report-limits.ts';
import { annotationId, savedView } from '../report-view.ts';
import { findingCodes, toothSurfaces } from './report-findings.ts';
import { reportTemplateNames } from './report-sections.ts';

export const MAX_FINDINGS_PER_TOOTH = 20;
export const MAX_TEETH = 52;
export const MAX_SECTIONS = 60;

/** '' where nothing is written yet: a draft is saved while it is typed, with the blanks at the end of a line. */
const text = z
  .string({ error: texts.badText })
  .regex(/^[^\0\u202a-\u202e\u2066-\u2069]*$/, { error: texts.badText })
  .max(TEXT_MAX, { error: () => texts.textTooLong({ limit: TEXT_MAX }) });

const line = text.max(LINE_MAX, { error: () => texts.textTooLong({ limit: LINE_MAX }) });

const optional = text.default('');

export const reportTemplate = z.enum(reportTemplateNames, { error: texts.badTemplate });

const unknownKey = { error: texts.unknownKey };

const toothFinding = z.strictObject(
  {
    finding: z.enum(findingCodes, { error: texts.badFinding }),
    surfaces: z
      .array(z.enum(toothSurfaces, { error: texts.badSurface }), { error: texts.badSurface })
      .max(toothSurfaces.length, { error: texts.badSurface })
      .optional(),
    note: line.optional(),
  },
  unknownKey,
);

/** By FDI number (ISO 3950). */
const teeth = z
  .record(
    z.string().refine((key) => /^\d{2}$/.test(key) && isTooth(Number(key)), {
      error: texts.badTooth,
    }),
    z
      .array(toothFinding, { error: texts.badFinding })
      .max(MAX_FINDINGS_PER_TOOTH, { error: texts.tooManyFindings }),
    { error: texts.badTooth },
  )
  .refine((chart) => Object.keys(chart).length <= MAX_TEETH, { error: texts.badTooth });

const sectionText = z.strictObject(
  {
    /** A code of `reportSections`, or a heading in the author's words. */
    section: line.refine((section) => section.trim() !== '', { error: texts.badSection }),
    text,
  },
  unknownKey,
);

const keyImage = z.strictObject(
  {
    /** The id of a file of the checkup. */
    file: requiredLine(texts.badKeyImage),
    view: savedView.optional(),
    caption: line.optional(),
  },
  unknownKey,
);

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** The text of the author. Unknown keys are refused; absent ones are empty. */
export const reportContent = z.strictObject(
  {
    template: reportTemplate,
    technique: optional,
    teeth: teeth.default({}),
    findings: z
      .array(sectionText, { error: texts.badSection })
      .max(MAX_SECTIONS, { error: texts.badSection })
      .default([]),
    /** Annotations of files of the checkup. */
    measurements: z
      .array(annotationId, { error: texts.badMeasurement })
      .max(MAX_ANNOTATIONS, { error: texts.badMeasurement })
      .refine(isUnique, { error: texts.badMeasurement })
      .default([]),
    keyImages: z
      .array(keyImage, { error: texts.badKeyImage })
      .max(MAX_KEY_IMAGES, { error: texts.badKeyImage })
      .default([]),
    conclusion: optional,
    recommendation: optional,
  },
  unknownKey,
);

export type ReportContent = z.output<typeof reportContent>;
export type KeyImage = ReportContent['keyImages'][number];
export type ToothFinding = z.output<typeof toothFinding>;
