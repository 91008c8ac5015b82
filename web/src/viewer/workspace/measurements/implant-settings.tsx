import { IMPLANT_DIAMETER, IMPLANT_LENGTH } from '@deqiq/contract/imaging/annotation-limits.ts';
import {
  countDecimals,
  IMPLANT_SYSTEMS,
  type ImplantSystem,
  implantSystemNames,
} from '@deqiq/contract/shared/imaging/implant-systems.ts';
import * as texts from '@deqiq/messages/viewer/panel.js';
import { cx } from '../../../lib/cx.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Content } from '../../annotations/kinds.ts';
import { Slider } from '../../controls/panel-section.tsx';
import { resizeImplant } from '../../model/drawing/implant-content.ts';
import { fitImplant, implantSizes, listDiameters, listLengths } from './implant-sizes.ts';

type ImplantSettingsProps = {
  implant: Content<'implant'>;
  /** While a slider moves. */
  onChange: (implant: Content<'implant'>) => void;
  onCommit: (implant: Content<'implant'>) => void;
};

/** The system of the selected implant, and its size: one that the system has, or any. */
export function ImplantSettings({ implant, onChange, onCommit }: ImplantSettingsProps) {
  const { system } = implant;
  return (
    <div className="col-span-2 grid grid-cols-2 gap-2 pt-1 text-note">
      <Select
        label={texts.implantSystem()}
        value={system ?? ''}
        onChoose={(value) => {
          const next = IMPLANT_SYSTEMS.find((one) => one === value);
          onCommit(next ? fitImplant(implant, next) : { ...implant, system: undefined });
        }}
        options={[
          ['', texts.freeSize()],
          ...IMPLANT_SYSTEMS.map((one) => [one, implantSystemNames[one]] as const),
        ]}
        className="col-span-2"
      />
      {system ? (
        <SystemSize implant={implant} system={system} onCommit={onCommit} />
      ) : (
        <FreeSize implant={implant} onChange={onChange} onCommit={onCommit} />
      )}
    </div>
  );
}

type SystemSizeProps = Omit<ImplantSettingsProps, 'onChange'> & { system: ImplantSystem };

function SystemSize({ implant, system, onCommit }: SystemSizeProps) {
  const { diameter, length } = implant;
  return (
    <>
      <Select
        label={texts.diameter()}
        value={String(diameter)}
        onChoose={(value) => onCommit(fitImplant(implant, system, { diameter: Number(value) }))}
        options={toOptions(listDiameters(system), diameter)}
      />
      <Select
        label={texts.length()}
        value={String(length)}
        onChoose={(value) => onCommit({ ...implant, length: Number(value) })}
        options={toOptions(listLengths(system, diameter), length)}
      />
    </>
  );
}

/** For every reader of the plan: the drawn size is not measured, and where it is from. */
export const NominalSizes = ({ system }: { system: ImplantSystem }) => (
  <p className="col-span-2 text-note text-mist/80">
    {texts.nominalSizes({ source: implantSizes[system].source })}
  </p>
);

/** With the size itself, which the list may have had when it was saved. */
const toOptions = (sizes: readonly number[], own: number): Option[] =>
  [...new Set([...sizes, own])]
    .toSorted((a, b) => a - b)
    .map((size) => [String(size), formatNumber(size, countDecimals(size))]);

function FreeSize({ implant, onChange, onCommit }: ImplantSettingsProps) {
  return (
    <div className="col-span-2 grid gap-1">
      <Slider
        label={texts.diameter()}
        min={2}
        max={Math.min(8, IMPLANT_DIAMETER.max)}
        step={0.1}
        value={implant.diameter}
        onChange={(diameter) => onChange(resizeImplant(implant, { diameter }))}
        onCommit={(diameter) => onCommit(resizeImplant(implant, { diameter }))}
      />
      <Slider
        label={texts.length()}
        min={4}
        max={Math.min(20, IMPLANT_LENGTH.max)}
        step={0.5}
        value={implant.length}
        onChange={(length) => onChange(resizeImplant(implant, { length }))}
        onCommit={(length) => onCommit(resizeImplant(implant, { length }))}
      />
    </div>
  );
}

type Option = readonly [value: string, name: string];

type SelectProps = {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  options: readonly Option[];
  className?: string;
};

function Select({ label, value, onChoose, options, className }: SelectProps) {
  return (
    <label className={cx('grid gap-1', className)}>
      <span className="text-mist/80">{label}</span>
      <select
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className="min-h-11 w-full rounded-field border border-white/20 bg-ink px-2 tabular-nums"
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
