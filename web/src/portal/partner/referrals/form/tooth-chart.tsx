import * as texts from '@deqiq/messages/partner/referral-form.js';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { type Dentition, findNeighbour, listTeeth, quadrants } from './teeth.ts';

type ToothChartProps = {
  teeth: readonly number[];
  onChange: (teeth: readonly number[]) => void;
  error?: string | undefined;
};

/** In the order of `quadrants`. */
const quadrantNames = [texts.upperRight, texts.upperLeft, texts.lowerRight, texts.lowerLeft];

/**
 * Teeth by FDI number, in rows of one quadrant on a phone. The chart is one tab stop: arrows move from tooth to tooth,
 * Space and Enter select.
 */
export function ToothChart({ teeth, onChange, error }: ToothChartProps) {
  const [dentition, setDentition] = useState<Dentition>(
    teeth.some((tooth) => tooth > 50) ? 'child' : 'adult',
  );
  const [current, setCurrent] = useState<number>();
  const chart = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const shown = quadrants[dentition].map(listTeeth);
  const stop = [current, ...teeth].find((tooth) => tooth && shown.flat().includes(tooth));

  const toggle = (tooth: number) => {
    setCurrent(tooth);
    const others = teeth.filter((other) => other !== tooth);
    onChange(
      others.length < teeth.length ? others : [...teeth, tooth].sort((one, other) => one - other),
    );
  };
  const move = (event: KeyboardEvent, tooth: number) => {
    const next = findNeighbour(dentition, tooth, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    chart.current?.querySelector<HTMLElement>(`[data-tooth="${next}"]`)?.focus();
  };
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
      <ChoiceChips
        label={texts.teeth()}
        name="dentition"
        value={dentition}
        options={[
          ['adult', texts.adult()],
          ['child', texts.child()],
        ]}
        onChange={setDentition}
        isLarge
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no columns */}
      <div
        ref={chart}
        role="group"
        aria-label={texts.teeth()}
        aria-describedby={hintId}
        className="grid gap-x-6 gap-y-2 max-md:-mx-4 max-md:px-1 @min-[46rem]:grid-cols-2"
      >
        {shown.map((row, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no columns
          <div
            key={row[0]}
            role="group"
            aria-label={quadrantNames[index]?.()}
            className={cx('grid', row.length === 8 ? 'grid-cols-8' : 'grid-cols-5')}
          >
            <span
              aria-hidden="true"
              className="col-span-full px-1 pb-0.5 text-note text-muted @min-[46rem]:pt-1"
            >
              {quadrantNames[index]?.()}
            </span>
            {row.map((tooth) => (
              <button
                key={tooth}
                type="button"
                data-tooth={tooth}
                aria-label={texts.tooth({ number: String(tooth) })}
                aria-pressed={teeth.includes(tooth)}
                tabIndex={tooth === (stop ?? shown[0]?.[0]) ? 0 : -1}
                onFocus={() => setCurrent(tooth)}
                onKeyDown={(event) => move(event, tooth)}
                onClick={() => toggle(tooth)}
                className="group grid min-h-12 p-px"
              >
                <span className={cx(crownClass, index < 2 ? upperClass : lowerClass)}>{tooth}</span>
              </button>
            ))}
          </div>
        ))}
      </div>
      <p id={hintId} className="text-note text-muted pointer-coarse:sr-only">
        {texts.teethHint()}
      </p>
      {error && <p className="text-note text-danger">{error}</p>}
      <Selected teeth={teeth} onClear={() => onChange([])} />
    </div>
  );
}

/** The crown's edge is on the side of the bite. */
const upperClass = 'rounded-t-chip rounded-b-card';
const lowerClass = 'rounded-b-chip rounded-t-card';

const crownClass =
  'grid place-items-center border border-line bg-surface text-desk tabular-nums transition-colors duration-160 ' +
  'group-hover:border-accent group-aria-pressed:border-accent group-aria-pressed:bg-accent ' +
  'group-aria-pressed:font-medium group-aria-pressed:text-on-accent forced-colors:group-aria-pressed:border-4';

function Selected({ teeth, onClear }: { teeth: readonly number[]; onClear: () => void }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <p role="status" className="text-desk font-medium tabular-nums">
        {teeth.length > 0 && texts.selected({ teeth: teeth.join(', ') })}
      </p>
      {teeth.length > 0 && (
        <Button variant="quiet" onClick={onClear}>
          {texts.clearTeeth()}
        </Button>
      )}
    </div>
  );
}
