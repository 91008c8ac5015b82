import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { saveTime } from '../calendar-changes.ts';
import type { CalendarColumn } from '../calendar-columns.ts';
import type { Period } from '../times/periods.ts';
import { toInstant } from '../times/times.ts';
import { columnsByKey, isMoveKey, minutesByKey, STEP } from './move-keys.ts';
import { keySubject, type Proposal, proposeFirst, putAt, type Subject } from './proposal.ts';
import { type GridPoint, useDrag } from './use-drag.ts';
import { useFocusLater } from './use-focus-later.ts';

type PlannerOptions = {
  grid: RefObject<HTMLElement | null>;
  columns: readonly CalendarColumn[];
  kinds: readonly Kind[];
  range: Period;
  /** No kind fits: a dialog has to ask. */
  onUnclear: (proposal: Proposal) => void;
};

type Planned = { proposal: Proposal; isDragged: boolean; isSaving: boolean };

/** A proposed time that keys and the pointer move, until it is booked or cancelled. */
export function usePlanner({ grid, columns, kinds, range, onUnclear }: PlannerOptions) {
  const [planned, setPlanned] = useState<Planned>();
  const focusLater = useFocusLater();
  const proposal = planned && withCurrentColumn(planned.proposal, columns);

  function select(subject: Subject): void {
    const first = proposeFirst(subject, { columns, kinds, range });
    if (first) setPlanned({ proposal: first, isDragged: false, isSaving: false });
  }

  function shift(from: Proposal, key: string): void {
    const index = columns.indexOf(from.column) + (columnsByKey[key] ?? 0);
    const column = columns[Math.min(Math.max(index, 0), columns.length - 1)] ?? from.column;
    const start = from.start + (minutesByKey[key] ?? 0);
    const next = putAt(from.subject, kinds, { column, start, range });
    setPlanned({ proposal: next, isDragged: false, isSaving: false });
  }

  async function save(from: Proposal, isDragged: boolean): Promise<void> {
    const { subject, column, start, minutes, kind } = from;
    focusLater(keySubject(subject));
    if (kind === undefined || isUnmoved(from)) {
      setPlanned(undefined);
      if (kind === undefined) onUnclear(from);
      return;
    }
    setPlanned({ proposal: from, isDragged, isSaving: true });
    const startsAt = toInstant(column.day, start);
    const time = { kind, device: column.machine._id, startsAt, minutes };
    await saveTime(subject, time, focusLater);
    setPlanned(undefined);
  }

  async function confirm(): Promise<void> {
    if (proposal && !planned?.isSaving) await save(proposal, false);
  }

  function cancel(): void {
    if (proposal) focusLater(keySubject(proposal.subject));
    setPlanned(undefined);
  }

  const startDrag = useDrag<Subject>({
    grid,
    range,
    onMove: (subject, point) => {
      const first = point && proposeAt(subject, point);
      setPlanned(first && { proposal: first, isDragged: true, isSaving: false });
    },
    onDrop: (subject, point) => {
      const last = point && proposeAt(subject, point);
      if (last) void save(last, true);
      else setPlanned(undefined);
    },
    onCancel: () => setPlanned(undefined),
  });

  function proposeAt(subject: Subject, { column, minute }: GridPoint): Proposal | undefined {
    const target = columns[column];
    const start = Math.round(minute / STEP) * STEP;
    return target && putAt(subject, kinds, { column: target, start, range });
  }

  return {
    proposal,
    isDragged: planned?.isDragged ?? false,
    isSaving: planned?.isSaving ?? false,
    select,
    startDrag,
    confirm,
    cancel,
    clear: () => setPlanned(undefined),

    /** Selects a subject and makes the first step. */
    startMove(subject: Subject, key: string): void {
      const first = proposeFirst(subject, { columns, kinds, range });
      if (first) shift(first, key);
    },

    /** Keys of the proposal. */
    onKeyDown(event: KeyboardEvent): void {
      if (!proposal || planned?.isSaving) return;
      if (isMoveKey(event.key)) shift(proposal, event.key);
      else if (event.key === 'Enter') void confirm();
      else if (event.key === 'Escape') cancel();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** A poll has made new columns, or another day is shown: then the proposal stays at its machine and its time. */
function withCurrentColumn(
  proposal: Proposal,
  columns: readonly CalendarColumn[],
): Proposal | undefined {
  const { key, machine } = proposal.column;
  const column =
    columns.find((each) => each.key === key) ??
    columns.find((each) => each.machine._id === machine._id);
  if (column === proposal.column) return proposal;
  return column && { ...proposal, column };
}

function isUnmoved({ subject, column, start, minutes }: Proposal): boolean {
  if (subject.type === 'referral') return false;
  const { device, startsAt, minutes: before } = subject.appointment;
  const now = toInstant(column.day, start);
  return (
    device === column.machine._id && minutes === before && Date.parse(startsAt) === Date.parse(now)
  );
}

export type Planner = ReturnType<typeof usePlanner>;
