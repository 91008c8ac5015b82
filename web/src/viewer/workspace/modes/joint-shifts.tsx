import * as texts from '@deqiq/messages/viewer/modes.js';
import { useState } from 'react';
import { Choice, Slider } from '../../controls/panel-section.tsx';
import type { Shift } from '../../geometry/volume/condyle.ts';

export const SIDES = ['right', 'left'] as const;
type Side = (typeof SIDES)[number];
export type BothSides<Value> = Readonly<Record<Side, Value>>;

export const titles = {
  right: { sagittal: texts.rightSagittal, coronal: texts.rightCoronal, axis: texts.rightAxis },
  left: { sagittal: texts.leftSagittal, coronal: texts.leftCoronal, axis: texts.leftAxis },
} as const;

/** Millimetres by which a section moves at most. */
const MAX_SHIFT = 12;

type JointShiftsProps = { shifts: BothSides<Shift>; onChange: (shifts: BothSides<Shift>) => void };

/** Moves the sections of both joints together, or those of each one. */
export function JointShifts({ shifts, onChange }: JointShiftsProps) {
  const [isTogether, setTogether] = useState(true);
  const slider = (label: string, plane: keyof Shift, sides: readonly [Side, ...Side[]]) => (
    <Slider
      key={label}
      label={label}
      min={-MAX_SHIFT}
      max={MAX_SHIFT}
      step={0.5}
      value={shifts[sides[0]][plane]}
      onChange={(value) => {
        const moved = sides.map((side) => [side, { ...shifts[side], [plane]: value }]);
        onChange({ ...shifts, ...Object.fromEntries(moved) });
      }}
    />
  );
  return (
    <>
      <div>
        <Choice isChosen={isTogether} onChoose={() => setTogether(!isTogether)}>
          {texts.together()}
        </Choice>
      </div>
      {isTogether
        ? [slider(texts.outward(), 'sagittal', SIDES), slider(texts.backward(), 'coronal', SIDES)]
        : SIDES.flatMap((side) => [
            slider(texts.shiftOf({ name: titles[side].sagittal() }), 'sagittal', [side]),
            slider(texts.shiftOf({ name: titles[side].coronal() }), 'coronal', [side]),
          ])}
    </>
  );
}
