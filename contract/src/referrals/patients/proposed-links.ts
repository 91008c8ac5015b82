import * as pagingTexts from '@deqiq/messages/shared/paging.js';
import * as z from 'zod';
import { optionalFilter } from '../../shared/paging.ts';
import { calendarDate, instant } from '../../shared/time/dates.ts';

/** Max proposals of one answer, and of one patient. */
export const MAX_PROPOSED_LINKS = 20;

/** `before` is `next` of the answer that came before it. */
export const proposedLinksQuery = z.object({
  before: optionalFilter(z.string().regex(/^\d{1,15}$/), pagingTexts.badPage),
});

/** Beside the name: the partner; birth date and patient id of the examination's X-rays. */
const samenesses = ['partner', 'birthDate', 'code'] as const;

/** An examination without a patient, and the patient whose name it has. */
const proposedLink = z.object({
  checkup: z.object({
    _id: z.string(),
    code: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    name: z.string(),
    startDate: calendarDate,
    createdAt: instant,
    partner: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() }),
  }),
  patient: z.object({
    _id: z.string(),
    code: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: calendarDate,
  }),
  same: z.array(z.enum(samenesses)),
});

/** Proposals of the newest patients first. `next` is null after the oldest patient; a part may have none. */
export const proposedLinks = z.object({
  proposals: z.array(proposedLink),
  next: z.string().nullable(),
});

export type Sameness = (typeof samenesses)[number];
export type ProposedLink = z.output<typeof proposedLink>;
export type ProposedLinks = z.output<typeof proposedLinks>;
export type ProposedLinksQuery = z.output<typeof proposedLinksQuery>;
