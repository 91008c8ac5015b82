import * as texts from '@deqiq/messages/portal/tooth-chart.js';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Dentition, isMilkTooth } from '../../../ui/teeth/teeth.ts';
import { ToothGrid } from '../../../ui/teeth/tooth-grid.tsx';
import { ChoiceChips } from './choice-chips.tsx';

type ToothChartProps = {
  teeth: readonly number[];
  onChange: (teeth: readonly number[]) => void;
  error?: string | undefined;
};

/** Chooses teeth: a press selects one, another press takes it back. */
export function ToothChart({ teeth, onChange, error }: ToothChartProps) {
  const [dentition, setDentition] = useState<Dentition>(
    teeth.some(isMilkTooth) ? 'child' : 'adult',
  );
  const toggle = (tooth: number) => {
    const others = teeth.filter((other) => other !== tooth);
    onChange(
      others.length < teeth.length ? others : [...teeth, tooth].sort((one, other) => one - other),
    );
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
      <ToothGrid
        dentition={dentition}
        isPressed={(tooth) => teeth.includes(tooth)}
        onTooth={toggle}
        stops={teeth}
      />
      {error && <p className="text-note text-danger">{error}</p>}
      <Selected teeth={teeth} onClear={() => onChange([])} />
    </div>
  );
}

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
