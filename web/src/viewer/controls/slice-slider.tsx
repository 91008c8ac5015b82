import { cx } from '../../lib/cx.ts';

type SliceSliderProps = {
  at: number;
  count: number;
  label: string;
  onChange: (slice: number) => void;
  className?: string;
};

/** Which slice is shown, with a slider as wide as the screen. */
export function SliceSlider({ at, count, label, onChange, className }: SliceSliderProps) {
  return (
    <label
      className={cx('flex items-center gap-3 px-3 text-note text-mist tabular-nums', className)}
    >
      <span className="sr-only">{label}</span>
      <input
        type="range"
        min={0}
        max={count - 1}
        value={at}
        aria-valuetext={`${label} ${at + 1} / ${count}`}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-11 min-w-0 grow accent-glow landscape:max-lg:h-8"
      />
      <span className="w-18 shrink-0 text-right">
        {at + 1} / {count}
      </span>
    </label>
  );
}
