import * as texts from '@deqiq/messages/reports/questions.js';
import * as z from 'zod';
import { annotationAuthorRoles } from '../imaging/annotations.ts';
import { fileLink } from '../imaging/files.ts';
import { fromJson } from '../referrals/referrals.ts';
import { optionalLine, requiredText } from '../shared/text.ts';
import { instant } from '../shared/time/dates.ts';
import { imagePoint } from './report-view.ts';

/** Questions of one checkup. */
export const MAX_QUESTIONS = 500;

const optionalId = optionalLine().transform((id) => id || null);

const sentPoint = fromJson(
  imagePoint.nullish().transform((point) => point ?? null),
  texts.badPoint,
);

/** A remark below a report, or pinned to a point of a file; without both about the checkup. A photo may go along. */
export const createQuestion = z
  .object({
    text: requiredText(texts.textMissing),
    report: optionalId,
    file: optionalId,
    point: sentPoint,
  })
  .refine(({ file, point }) => point === null || file !== null, {
    error: texts.pointWithoutFile,
    path: ['point'],
  });

export const question = z.object({
  _id: z.string(),
  text: z.string(),
  author: z.object({ role: z.enum(annotationAuthorRoles), name: z.string() }),
  at: instant,
  /** When the other side opened it. */
  readAt: instant.nullable(),
  /** When the other side wrote next. */
  answeredAt: instant.nullable(),
  report: z.string().nullable(),
  file: z.string().nullable(),
  point: imagePoint.nullable(),
  photo: fileLink.nullable(),
});

/** `peek`: to count them, without reading what the other side wrote. */
export const questionsQuery = z.object({ peek: z.literal('1').optional() });

/** Oldest first. */
export const questionList = z.object({ questions: z.array(question).max(MAX_QUESTIONS) });

export const questionAnswer = z.object({ question, message: z.string() });

/** Examinations in one answer. */
export const MAX_CONVERSATIONS = 500;

/**
 * `questions`: answers that the partner has not opened. `conversations`: its examinations with such answers, or with a question
 * that waits for one; the newest first.
 */
export const partnerCounters = z.object({
  counters: z.object({ questions: z.int() }),
  conversations: z
    .array(
      z.object({
        /** Of the checkup. */
        _id: z.string(),
        unread: z.int(),
        isOpen: z.boolean(),
      }),
    )
    .max(MAX_CONVERSATIONS),
});

export type Question = z.output<typeof question>;
export type CreateQuestion = z.output<typeof createQuestion>;
export type QuestionList = z.output<typeof questionList>;
export type QuestionAnswer = z.output<typeof questionAnswer>;
export type PartnerCounters = z.output<typeof partnerCounters>;
