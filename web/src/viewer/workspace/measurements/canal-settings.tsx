import {
  DIAMETERS,
  findDiameter,
  findStructure,
} from '@deqiq/contract/imaging/annotation-limits.ts';
import * as texts from '@deqiq/messages/viewer/panel.js';
import { Check, ScanEye } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Canal, unverifiedPoints } from '../../annotations/clearance.ts';
import { Slider } from '../../controls/panel-section.tsx';
import type { Point3 } from '../../geometry/vectors.ts';
import { ON_INK } from './on-ink.ts';
import { StructureSelect } from './structure-select.tsx';

type CanalSettingsProps = {
  canal: Canal;
  onShowPoint: (point: Point3) => void;
  /** While the slider moves. */
  onChange: (canal: Canal) => void;
  onCommit: (canal: Canal) => void;
};

/** The structure and the diameter of the selected line, and the check of its depth: point by point, each in its cross-section. */
export function CanalSettings({ canal, onShowPoint, onChange, onCommit }: CanalSettingsProps) {
  const open = unverifiedPoints(canal);
  const [shown, setShown] = useState<number>();
  const { points, verified = [] } = canal;
  const structure = findStructure(canal);
  const limits = DIAMETERS[structure];
  const show = (index: number | undefined) => {
    const point = index === undefined ? undefined : points[index];
    setShown(point && index);
    if (point) onShowPoint(point);
  };
  const confirm = (index: number) => {
    onCommit({ ...canal, verified: [...verified, index] });
    show(open.find((one) => one !== index));
  };
  return (
    <div className="col-span-2 grid gap-2 pt-1">
      <StructureSelect
        structure={structure}
        onChoose={(next) => onCommit({ ...canal, structure: next, diameter: undefined })}
      />
      {limits && (
        <Slider
          label={structure === 'root' ? texts.rootDiameter() : texts.canalDiameter()}
          min={limits.min}
          max={limits.max}
          step={0.1}
          value={findDiameter(canal)}
          onChange={(diameter) => onChange({ ...canal, diameter })}
          onCommit={(diameter) => onCommit({ ...canal, diameter })}
        />
      )}
      <p role="status" className="text-note text-mist/80">
        {texts.verifiedPoints({ verified: points.length - open.length, all: points.length })}
      </p>
      {open.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            size="sm"
            className={ON_INK}
            icon={<ScanEye size={17} aria-hidden="true" />}
            onClick={() => show(open.find((one) => shown === undefined || one > shown) ?? open[0])}
          >
            {texts.showPoint()}
          </Button>
          {shown !== undefined && open.includes(shown) && (
            <Button
              variant="quiet"
              size="sm"
              className={ON_INK}
              icon={<Check size={17} aria-hidden="true" />}
              onClick={() => confirm(shown)}
            >
              {texts.confirmDepth()}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
