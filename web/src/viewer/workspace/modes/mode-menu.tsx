import * as texts from '@deqiq/messages/viewer/modes.js';
import { type ModeName, modeNames } from './mode-names.ts';

// A choice then waits for the controls of its mode only.
void import('./mode-panel.tsx');

type ModeMenuProps = {
  mode: ModeName | undefined;
  onMode: (mode: ModeName | undefined) => void;
};

const names = Object.keys(modeNames) as ModeName[];

/** Chooses how a volume is read. A native menu is used with one thumb and by keyboard. */
export function ModeMenu({ mode, onMode }: ModeMenuProps) {
  return (
    <select
      aria-label={texts.title()}
      value={mode ?? ''}
      onChange={({ target }) => onMode(names.find((name) => name === target.value))}
      className="min-h-9 rounded-full bg-ink px-3 text-note font-medium text-mist/80 hover:bg-white/10 max-lg:mb-5 max-lg:w-full lg:ml-auto pointer-coarse:min-h-11"
    >
      <option value="">{texts.none()}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {modeNames[name]()}
        </option>
      ))}
    </select>
  );
}
