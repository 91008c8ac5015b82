import * as texts from '@deqiq/messages/viewer/layouts.js';
import { cx } from '../../lib/cx.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';

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

/** The slider of the main pane; a single picture has none. */
export function Slices({ model }: { model: ViewerModel }) {
  // Everything that decides which slice is shown.
  useViewerState(model, (state) => state.layout);
  useViewerState(model, (state) => state.cursor);
  useViewerState(model, (state) => state.frame);
  useViewerState(model, (state) => state.section);
  useViewerState(model, (state) => state.arch);
  const pane = model.mainPane();
  const slices = model.slices(pane);
  if (!slices) return null;
  return (
    <SliceSlider
      {...slices}
      label={pane.kind === 'section' ? texts.section() : texts.slice()}
      onChange={(slice) => model.scrollTo(pane, slice)}
    />
  );
}
