import * as texts from '@deqiq/messages/portal/tooth-chart.js';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { type Dentition, findNeighbour, isRight, isUpper, listTeeth, quadrants } from './teeth.ts';

type ToothGridProps = {
  dentition: Dentition;
  isPressed: (tooth: number) => boolean;
  onTooth: (tooth: number) => void;
  /** Added to the accessible name, such as the findings of a tooth. */
  describe?: (tooth: number) => string;
  /** Below the number of a tooth. */
  mark?: (tooth: number) => ReactNode;
  /** Where the reader enters the chart by keyboard; the first of these that is shown. */
  stops: readonly number[];
};

/**
 * Teeth by FDI number, in rows of one quadrant on a phone. The grid is one tab stop: arrows move from tooth to tooth,
 * Space and Enter press.
 */
export function ToothGrid(props: ToothGridProps) {
  const { dentition, isPressed, onTooth, describe, mark, stops } = props;
  const [current, setCurrent] = useState<number>();
  const chart = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const shown = quadrants[dentition].map((quadrant) => ({ quadrant, teeth: listTeeth(quadrant) }));
  const all = shown.flatMap(({ teeth }) => teeth);
  const stop = [current, ...stops].find((tooth) => tooth && all.includes(tooth)) ?? all[0];
  const move = (event: KeyboardEvent, tooth: number) => {
    const next = findNeighbour(dentition, tooth, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    chart.current?.querySelector<HTMLElement>(`[data-tooth="${next}"]`)?.focus();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no columns */}
      <div
        ref={chart}
        role="group"
        aria-label={texts.teeth()}
        aria-describedby={hintId}
        className="grid gap-x-6 gap-y-2 max-md:-mx-4 max-md:px-1 @min-[46rem]:grid-cols-2"
      >
        {shown.map(({ quadrant, teeth }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no columns
          <div
            key={quadrant}
            role="group"
            aria-label={nameQuadrant(quadrant)}
            className={cx('grid', teeth.length === 8 ? 'grid-cols-8' : 'grid-cols-5')}
          >
            <span
              aria-hidden="true"
              className="col-span-full px-1 pb-0.5 text-note text-muted @min-[46rem]:pt-1"
            >
              {nameQuadrant(quadrant)}
            </span>
            {teeth.map((tooth) => (
              <button
                key={tooth}
                type="button"
                data-tooth={tooth}
                aria-label={[texts.tooth({ number: String(tooth) }), describe?.(tooth)]
                  .filter(Boolean)
                  .join(': ')}
                aria-pressed={isPressed(tooth)}
                tabIndex={tooth === stop ? 0 : -1}
                onFocus={() => setCurrent(tooth)}
                onKeyDown={(event) => move(event, tooth)}
                onClick={() => {
                  setCurrent(tooth);
                  onTooth(tooth);
                }}
                className="group grid min-h-12 p-px"
              >
                <span className={cx(crownClass, isUpper(quadrant) ? upperClass : lowerClass)}>
                  {tooth}
                  {mark?.(tooth)}
                </span>
              </button>
            ))}
          </div>
        ))}
      </div>
      <p id={hintId} className="text-note text-muted pointer-coarse:sr-only">
        {texts.teethHint()}
      </p>
    </>
  );
}

function nameQuadrant(quadrant: (typeof quadrants)[Dentition][number]): string {
  if (isUpper(quadrant)) return isRight(quadrant) ? texts.upperRight() : texts.upperLeft();
  return isRight(quadrant) ? texts.lowerRight() : texts.lowerLeft();
}

/** The crown's edge is on the side of the bite. */
const upperClass = 'rounded-t-chip rounded-b-card';
const lowerClass = 'rounded-b-chip rounded-t-card';

const crownClass =
  'grid place-items-center border border-line bg-surface text-desk tabular-nums transition-colors duration-160 ' +
  'group-hover:border-accent group-aria-pressed:border-accent group-aria-pressed:bg-accent ' +
  'group-aria-pressed:font-medium group-aria-pressed:text-on-accent forced-colors:group-aria-pressed:border-4';
