import * as texts from '@deqiq/messages/viewer/layouts.js';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { type Layout, layoutNames } from '../model/panes/layout.ts';

const PHONE: readonly Layout[] = [
  'axial',
  'coronal',
  'sagittal',
  'panoramic',
  'sections',
  'surface',
];
const DESK: readonly Layout[] = ['four', 'two', ...PHONE, 'board'];

type LayoutTabsProps = {
  layout: Layout;
  isDesk: boolean;
  onLayout: (layout: Layout) => void;
  /** Beside the layouts. */
  children: ReactNode;
};

export function LayoutTabs({ layout, isDesk, onLayout, children }: LayoutTabsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-x-0.5 px-1.5 lg:gap-1">
      <legend className="sr-only">{texts.title()}</legend>
      {(isDesk ? DESK : PHONE).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === layout}
          onClick={() => onLayout(one)}
          className={cx(
            'min-h-9 grow rounded-full px-1 text-note font-medium text-mist/80 hover:bg-white/10 lg:grow-0 lg:px-3 portrait:pointer-coarse:min-h-11',
            one === layout && 'bg-white/12 text-white',
          )}
        >
          {layoutNames[one]()}
        </button>
      ))}
      {children}
    </fieldset>
  );
}
