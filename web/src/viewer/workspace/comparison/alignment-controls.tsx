import * as texts from '@deqiq/messages/viewer/comparison.js';
import { Undo2 } from 'lucide-react';
import { formatNumber } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Choice, Slider } from '../../controls/panel-section.tsx';
import { onInk } from '../viewer-header.tsx';
import type { RegistrationState } from './use-registration.ts';

/** How an aligned volume is shown. */
export type Presentation = 'beside' | 'blend' | 'difference';

const presentations: readonly (readonly [Presentation, () => string])[] = [
  ['beside', texts.beside],
  ['blend', texts.blend],
  ['difference', texts.difference],
];

type AlignmentControlsProps = {
  state: RegistrationState;
  align: () => void;
  reset: () => void;
  presentation: Presentation;
  onPresentation: (presentation: Presentation) => void;
  /** The share of the earlier picture in a blend, 0 to 1. */
  share: number;
  onShare: (share: number) => void;
};

/** Aligns an earlier volume, and shows it beside the current one, over it, or what has changed. */
export function AlignmentControls(props: AlignmentControlsProps) {
  const { state, presentation, share } = props;
  const isFound = state.kind === 'found';
  return (
    <div className="grid gap-1.5">
      <div role="status" className={isFound ? 'sr-only' : 'max-w-64 px-1 text-note empty:hidden'}>
        {describe(state)}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {isFound &&
          presentations.map(([each, label]) => (
            <Choice
              key={each}
              isChosen={each === presentation}
              onChoose={() => props.onPresentation(each)}
            >
              {label()}
            </Choice>
          ))}
        {isFound && (
          <IconButton
            label={texts.reset()}
            icon={<Undo2 size={18} aria-hidden="true" />}
            onClick={props.reset}
            className={onInk}
          />
        )}
        {state.kind === 'working' && (
          <Choice isChosen={false} onChoose={props.reset}>
            {texts.cancel()}
          </Choice>
        )}
        {!isFound && state.kind !== 'working' && (
          <Choice isChosen={false} onChoose={props.align}>
            {state.kind === 'apart' ? texts.align() : texts.retry()}
          </Choice>
        )}
      </div>
      {isFound && presentation === 'blend' && (
        <Slider
          label={texts.share()}
          min={0}
          max={1}
          step={0.05}
          value={share}
          format={(value) => `${formatNumber(value * 100, 0)} %`}
          onChange={props.onShare}
        />
      )}
    </div>
  );
}

function describe(state: RegistrationState): string {
  switch (state.kind) {
    case 'working':
      return texts.working({ percent: formatNumber(state.progress * 100, 0) });
    case 'found':
      return texts.aligned();
    case 'none':
      return texts.differs();
    case 'failed':
      return texts.failed();
    default:
      return '';
  }
}
