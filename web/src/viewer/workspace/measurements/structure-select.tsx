import { STRUCTURES, type Structure } from '@deqiq/contract/imaging/annotation-limits.ts';
import * as texts from '@deqiq/messages/viewer/panel.js';
import * as toolTexts from '@deqiq/messages/viewer/tools.js';
import { structureNames } from '../../model/drawing/annotation-names.ts';

const hints = {
  canal: texts.canalLine,
  'sinus-floor': texts.floorLine,
  root: texts.rootLine,
} as const;

type StructureSelectProps = {
  structure: Structure;
  onChoose: (structure: Structure) => void;
};

/** The structure that a line follows, and how it has to be drawn. */
export function StructureSelect({ structure, onChoose }: StructureSelectProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note">
      <select
        aria-label={toolTexts.structure()}
        value={structure}
        onChange={({ target }) => {
          const selected = STRUCTURES.find((one) => one === target.value);
          if (selected) onChoose(selected);
        }}
        className="min-h-11 rounded-field border border-white/20 bg-ink px-2"
      >
        {STRUCTURES.map((one) => (
          <option key={one} value={one}>
            {structureNames[one]()}
          </option>
        ))}
      </select>
      {/* Lines enough for every text: the picture must not move with the choice. */}
      <p className="min-h-[3lh] min-w-40 grow basis-40 text-mist/80 landscape:min-h-[1lh]">
        {hints[structure]()}
      </p>
    </div>
  );
}
