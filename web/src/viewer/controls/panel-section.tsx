import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { numberTag } from '../../lib/format.ts';

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-note font-medium text-white">{title}</h3>
      {children}
    </section>
  );
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

export function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'min-h-9 rounded-full border border-white/20 px-3 text-note hover:bg-white/10 pointer-coarse:min-h-11',
        isChosen && 'border-glow bg-glow/15 text-glow',
      )}
    >
      {children}
    </button>
  );
}

type SliderProps = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** The figure with its unit; a plain number where there is none. */
  format?: (value: number) => string;
  /** The slider is released, or a key has moved it. */
  onCommit?: (value: number) => void;
};

/** A labelled range with its value. */
export function Slider({ label, min, max, step, value, ...props }: SliderProps) {
  const { format, onChange, onCommit } = props;
  const digits = max - min > 50 ? 0 : 2;
  // React's `onChange` is the event `input`.
  const listen = (element: HTMLInputElement) => {
    const commit = () => onCommit?.(Number(element.value));
    element.addEventListener('change', commit);
    return () => element.removeEventListener('change', commit);
  };
  return (
    <label className="grid grid-cols-[1fr_auto] items-center gap-x-3 text-note">
      <span className="text-mist/80">{label}</span>
      <span className="tabular-nums">
        {format?.(value) ?? value.toLocaleString(numberTag(), { maximumFractionDigits: digits })}
      </span>
      <input
        ref={listen}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format?.(value)}
        onChange={({ target }) => onChange(Number(target.value))}
        className="col-span-2 h-9 w-full accent-glow pointer-coarse:h-11"
      />
    </label>
  );
}
