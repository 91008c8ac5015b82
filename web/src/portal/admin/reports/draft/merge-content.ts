import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import { type Fields, toContent, toFields } from './content-fields.ts';

/** A text that was changed here and in another window. The content has the text of this window. */
export type Conflict = {
  readonly field: string;
  /** As the other window has written it. */
  readonly theirs: string;
};

export type Merged = {
  /** With the text of this window where both changed the same one. */
  readonly content: ReportContent;
  readonly conflicts: readonly Conflict[];
};

/**
 * Joins two changes of one report, field by field. What only one side changed is taken over. A finding or an image that one
 * side removed stays if the other one changed its text. `attempted`: what this window sent without an answer; where it is
 * in `theirs`, it had arrived.
 */
export function mergeContent(
  base: ReportContent,
  mine: ReportContent,
  theirs: ReportContent,
  attempted: readonly ReportContent[] = [],
): Merged {
  const sides = { base: toFields(base), mine: toFields(mine), theirs: toFields(theirs) };
  const sent = attempted.map(toFields);
  const merged: Fields = new Map();
  const conflicts: Conflict[] = [];
  for (const field of new Set(sides.theirs.keys()).union(sides.mine)) {
    const my = sides.mine.get(field);
    const their = sides.theirs.get(field);
    const before = sent.some((one) => one.get(field) === their) ? their : sides.base.get(field);
    const isConflict = my !== before && their !== before && my !== their;
    const value = my === before ? their : my;
    if (isConflict) conflicts.push({ field, theirs: their ?? '' });
    if (value !== undefined) merged.set(field, value);
  }
  return { content: toContent(merged), conflicts };
}

/** Whether two contents say the same. */
export function isSameContent(one: ReportContent, other: ReportContent): boolean {
  const fields = toFields(one);
  const others = toFields(other);
  return (
    fields.size === others.size && [...fields].every(([key, text]) => others.get(key) === text)
  );
}

/** The content with this text in one of its fields. */
export function replaceField(content: ReportContent, field: string, text: string): ReportContent {
  const fields = toFields(content);
  if (text === '') fields.delete(field);
  else fields.set(field, text);
  return toContent(fields);
}

/** The content that may be saved: the other window's texts stay where the author has not decided yet. */
export const withoutConflicts = (
  content: ReportContent,
  conflicts: readonly Conflict[],
): ReportContent =>
  conflicts.reduce((now, { field, theirs }) => replaceField(now, field, theirs), content);
