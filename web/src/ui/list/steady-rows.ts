import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** How long after its last movement a pointer still counts as being among the rows, in milliseconds. */
const REST_MS = 6_000;
const CHECK_MS = 1_000;

type Options<Row> = {
  /** The response that contains the rows. Another response is from a poll or another list. */
  source: unknown;
  latest: readonly Row[];
  rowKey: (row: Row) => string;
  /** Names the page, search and filters; undefined shows every change immediately. */
  listKey: string | undefined;
};

type State<Row> = {
  source: unknown;
  listKey: string | undefined;
  /** The rows that stay in their order while new ones wait. */
  frozen: readonly Row[] | undefined;
};

/**
 * The rows to show. New rows above the others wait while the pointer moves among them, so that nothing shifts
 * under it. They are shown on request, when the pointer leaves, or when it is still. `pointer` belongs to the
 * container.
 */
export function useSteadyRows<Row>({ source, latest, rowKey, listKey }: Options<Row>) {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const lastRows = useRef(latest);
  const [state, setState] = useState<State<Row>>({ source, listKey, frozen: undefined });
  let { frozen } = state;
  if (state.source !== source || state.listKey !== listKey) {
    const isSameList = listKey !== undefined && state.listKey === listKey;
    const isPointerAtWork = Date.now() - movedAt.current < REST_MS;
    frozen = isSameList && isPointerAtWork ? (state.frozen ?? lastRows.current) : undefined;
    if (frozen && mergeRows(frozen, latest, rowKey).arrived === 0) frozen = undefined;
    setState({ source, listKey, frozen });
  }
  const { rows, arrived } = frozen
    ? mergeRows(frozen, latest, rowKey)
    : { rows: latest, arrived: 0 };
  useEffect(() => {
    lastRows.current = rows;
  });
  const showAll = () => setState((now) => (now.frozen ? { ...now, frozen: undefined } : now));

  const isWaiting = frozen !== undefined;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (Date.now() - movedAt.current >= REST_MS)
        setState((now) => ({ ...now, frozen: undefined }));
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const noteMovement = ({ movementX, movementY, type }: PointerEvent) => {
    // Browsers also report a still pointer when the page changes below it.
    if (type === 'pointerdown' || movementX !== 0 || movementY !== 0) movedAt.current = Date.now();
  };
  return {
    rows,
    arrived,
    showAll,
    pointer: {
      onPointerMove: noteMovement,
      onPointerDown: noteMovement,
      onPointerLeave: () => {
        movedAt.current = Number.NEGATIVE_INFINITY;
        showAll();
      },
    },
  };
}

/** The frozen rows in their order with current data, and the number of new rows above them. */
export function mergeRows<Row>(
  before: readonly Row[],
  latest: readonly Row[],
  rowKey: (row: Row) => string,
): { rows: readonly Row[]; arrived: number } {
  const shownKeys = new Set(before.map(rowKey));
  const firstShown = latest.findIndex((row) => shownKeys.has(rowKey(row)));
  if (firstShown <= 0) return { rows: latest, arrived: 0 };
  const updated = new Map(latest.map((row) => [rowKey(row), row]));
  const lastSurvivor = before.findLastIndex((row) => updated.has(rowKey(row)));
  // Rows below the last one that is still there were pushed to the next page; those above it were deleted.
  const rows = before.flatMap(
    (row, index) => updated.get(rowKey(row)) ?? (index > lastSurvivor ? row : []),
  );
  return { rows, arrived: firstShown };
}
