/** Minutes of one arrow key, and those to which a pointer snaps. */
export const STEP = 5;

export const minutesByKey: Readonly<Record<string, number>> = {
  ArrowUp: -STEP,
  ArrowDown: STEP,
  PageUp: -60,
  PageDown: 60,
};

export const columnsByKey: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Whether a key moves a proposed time. */
export const isMoveKey = (key: string): boolean => key in minutesByKey || key in columnsByKey;
