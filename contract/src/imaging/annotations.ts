import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import * as z from 'zod';
import { errorBody } from '../shared/errors.ts';
import { optionalLine } from '../shared/text.ts';
import { instant } from '../shared/time/dates.ts';
import { LABEL_MAX } from './annotation-limits.ts';
import { type AnnotationContent, annotationContent, hasLength } from './annotation-shapes.ts';

const label = optionalLine(LABEL_MAX);

const hasVertex = (content: AnnotationContent): boolean =>
  content.kind !== 'angle' ||
  (hasLength(content.points.slice(0, 2)) && hasLength(content.points.slice(1)));

/** Older versions stored angles without a vertex, so only what is sent is refused. */
const newContent = annotationContent.refine(hasVertex, { error: annotationMessages.sameVertex });

/** Forms send the content as JSON text. */
const sentContent = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}, newContent) as z.ZodType<AnnotationContent, AnnotationContent>;

/** Forms and queries send numbers as text. */
const version = z
  .union([z.number(), z.string().regex(/^\d{1,9}$/)], { error: annotationMessages.badVersion })
  .transform(Number)
  .pipe(
    z
      .int({ error: annotationMessages.badVersion })
      .min(1, { error: annotationMessages.badVersion }),
  );

/** A text is its label. */
const hasText = ({
  label: text,
  content,
}: {
  label: string;
  content: AnnotationContent;
}): boolean => content.kind !== 'text' || text !== '';

const textError = { error: annotationMessages.noText, path: ['label'] };

/** `_id` is a new lower-case UUID of the client, so that a repeated call changes nothing. */
export const createAnnotation = z
  .object({
    _id: z
      .string({ error: annotationMessages.badId })
      .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
        error: annotationMessages.badId,
      }),
    label,
    content: sentContent,
  })
  .refine(hasText, textError);

/** `version`: of the annotation that the user changed. */
export const updateAnnotation = z
  .object({ version, label, content: sentContent })
  .refine(hasText, textError);

export const deleteAnnotationQuery = z.object({ version });

/** `id`: of the file. */
export const byAnnotation = z.object({ id: z.string(), annotation: z.string() });

export const annotationAuthorRoles = ['staff', 'partner'] as const;

export const annotation = z.object({
  _id: z.string(),
  /** 1 for a new annotation; each change adds 1. */
  version: z.int(),
  /** '' where there is none. */
  label: z.string(),
  content: annotationContent,
  author: z.object({ role: z.enum(annotationAuthorRoles), name: z.string() }),
  createdAt: instant,
  updatedAt: instant,
  /** Whether the caller may change and delete it: partners their own, staff those of all staff. */
  isOwn: z.boolean(),
});

export const annotationList = z.object({ annotations: z.array(annotation) });

export const annotationAnswer = z.object({ annotation });

/** The body of a 409. `annotation`: the current one, where another change was first; nothing was overwritten. */
export const annotationConflict = errorBody.extend({ annotation: annotation.optional() });

export type Annotation = z.output<typeof annotation>;
export type AnnotationConflict = z.output<typeof annotationConflict>;
export type CreateAnnotation = z.output<typeof createAnnotation>;
export type UpdateAnnotation = z.output<typeof updateAnnotation>;
