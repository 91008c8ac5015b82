import * as texts from '@deqiq/messages/viewer/notes.js';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { type Dentition, isMilkTooth } from '../../../ui/teeth/teeth.ts';
import { ToothGrid } from '../../../ui/teeth/tooth-grid.tsx';
import type { Content, DrawnKind } from '../../annotations/kinds.ts';
import { ON_INK } from './on-ink.ts';

type OfTooth = Content<Exclude<DrawnKind, 'ceph'>>;

type ToothFieldProps = { content: OfTooth; onChange: (content: OfTooth) => void };

/** The tooth of the selected annotation: one press opens the chart, another one chooses. */
export function ToothField({ content, onChange }: ToothFieldProps) {
  const { tooth } = content;
  const [isOpen, setOpen] = useState(false);
  const [dentition, setDentition] = useState<Dentition>(
    tooth && isMilkTooth(tooth) ? 'child' : 'adult',
  );
  const choose = (next: number | undefined) => {
    setOpen(false);
    if (next !== tooth) onChange({ ...content, tooth: next });
  };
  return (
    <div className="col-span-2 pt-1">
      <Button variant="quiet" size="sm" className={ON_INK} onClick={() => setOpen(true)}>
        {texts.toothOf({ name: tooth === undefined ? '—' : String(tooth) })}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={texts.tooth()}
        description={texts.chooseTooth()}
        size="md"
      >
        <div className="@container grid gap-4">
          <ToothGrid
            dentition={dentition}
            isPressed={(one) => one === tooth}
            onTooth={choose}
            stops={tooth === undefined ? [] : [tooth]}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              onClick={() => setDentition(dentition === 'adult' ? 'child' : 'adult')}
            >
              {dentition === 'adult' ? texts.milkTeeth() : texts.permanentTeeth()}
            </Button>
            {tooth !== undefined && (
              <Button variant="quiet" onClick={() => choose(undefined)}>
                {texts.noTooth()}
              </Button>
            )}
          </div>
        </div>
      </Dialog>
    </div>
  );
}
