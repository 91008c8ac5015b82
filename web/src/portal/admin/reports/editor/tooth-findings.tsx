import type {
  ReportContent,
  ToothFinding,
} from '@deqiq/contract/reports/content/report-content.ts';
import {
  type FindingCode,
  findingCodes,
  findings,
  type ToothSurface,
  toothSurfaces,
} from '@deqiq/contract/reports/content/report-findings.ts';
import {
  describeFinding,
  findingTexts,
  surfaceTexts,
} from '@deqiq/contract/reports/content/report-texts.ts';
import { LINE_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as chartTexts from '@deqiq/messages/portal/tooth-chart.js';
import { useState } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { TextInput } from '../../../../ui/field/text-input.tsx';
import { type Dentition, isMilkTooth } from '../../../../ui/teeth/teeth.ts';
import { ToothGrid } from '../../../../ui/teeth/tooth-grid.tsx';
import { listToothLines } from '../../../examinations/reports/describe-report.ts';
import { ChoiceChips } from '../../../referrals/tooth-chart/choice-chips.tsx';
import { changeFinding, readTooth, toggleFinding, toggleSurface } from './content-changes.ts';

/** Findings that are written most often; the others follow them. */
const COMMON: readonly FindingCode[] = [
  'caries',
  'filling',
  'root-canal-filling',
  'crown',
  'missing',
  'implant',
  'impacted',
  'periapical-lesion',
  'bone-loss',
  'root-remnant',
  'calculus',
  'fracture',
  'cyst',
];

const listed = [...COMMON, ...findingCodes.filter((code) => !COMMON.includes(code))];

type ToothFindingsProps = {
  content: ReportContent;
  tooth: number | undefined;
  onTooth: (tooth: number | undefined) => void;
  onChange: (content: ReportContent) => void;
};

/** The chart: a press on a tooth, a press on a finding. */
export function ToothFindings({ content, tooth, onTooth, onChange }: ToothFindingsProps) {
  const written = Object.keys(content.teeth).map(Number);
  const [dentition, setDentition] = useState(() => findDentition(written));
  const describe = (one: number) => readTooth(content, one).map(describeFinding).join('; ');
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
      <ChoiceChips
        label={texts.findingsByTooth()}
        name="report-dentition"
        value={dentition}
        options={[
          ['adult', chartTexts.adult()],
          ['child', chartTexts.child()],
          ['mixed', chartTexts.mixed()],
        ]}
        onChange={setDentition}
      />
      <ToothGrid
        dentition={dentition}
        isPressed={(one) => one === tooth}
        onTooth={(one) => onTooth(one === tooth ? undefined : one)}
        describe={describe}
        mark={(one) =>
          readTooth(content, one).length > 0 && (
            <span aria-hidden="true" className="-mt-1 size-1.5 rounded-full bg-current" />
          )
        }
        stops={[...(tooth ? [tooth] : []), ...written]}
      />
      {tooth ? (
        <FindingPicker content={content} tooth={tooth} onChange={onChange} />
      ) : (
        <ul className="grid gap-0.5 text-desk empty:hidden">
          {listToothLines(content).map(({ tooth: number, findings: words }) => (
            <li key={number}>
              <span className="font-medium tabular-nums">{number}</span> {words.join('; ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function findDentition(teeth: readonly number[]): Dentition {
  if (!teeth.some(isMilkTooth)) return 'adult';
  return teeth.every(isMilkTooth) ? 'child' : 'mixed';
}

type FindingPickerProps = {
  content: ReportContent;
  tooth: number;
  onChange: (content: ReportContent) => void;
};

function FindingPicker({ content, tooth, onChange }: FindingPickerProps) {
  const present = readTooth(content, tooth);
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-card border border-line bg-surface p-3">
      <legend className="px-1 text-desk font-medium">
        {chartTexts.tooth({ number: String(tooth) })}
      </legend>
      {present.map((one) => (
        <FindingDetails
          key={one.finding}
          finding={one}
          onChange={(changed) => onChange(changeFinding(content, tooth, changed))}
        />
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: the fieldset is around it */}
      <div
        role="group"
        aria-label={texts.findings()}
        className="-mx-1 flex max-h-56 flex-wrap gap-1.5 overflow-y-auto p-1"
      >
        {listed.map((code) => (
          <Chip
            key={code}
            isPressed={present.some(({ finding }) => finding === code)}
            onPress={() => onChange(toggleFinding(content, tooth, code))}
          >
            {findingTexts[code]()}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

type FindingDetailsProps = { finding: ToothFinding; onChange: (changed: ToothFinding) => void };

/** The surfaces of a finding, and a note. */
function FindingDetails({ finding, onChange }: FindingDetailsProps) {
  const name = findingTexts[finding.finding]();
  return (
    <div className="grid gap-1.5">
      <p className="text-desk font-medium">{name}</p>
      {findings[finding.finding].hasSurfaces && (
        // biome-ignore lint/a11y/useSemanticElements: the fieldset is around it
        <div
          role="group"
          aria-label={texts.surfacesOf({ name })}
          className="flex flex-wrap gap-1.5"
        >
          {toothSurfaces.map((surface: ToothSurface) => (
            <Chip
              key={surface}
              isPressed={finding.surfaces?.includes(surface) ?? false}
              onPress={() => onChange(toggleSurface(finding, surface))}
            >
              {surfaceTexts[surface]()}
            </Chip>
          ))}
        </div>
      )}
      <TextInput
        aria-label={texts.noteOf({ name })}
        placeholder={texts.note()}
        maxLength={LINE_MAX}
        value={finding.note ?? ''}
        onChange={({ target }) => onChange({ ...finding, note: target.value })}
      />
    </div>
  );
}

type ChipProps = { isPressed: boolean; onPress: () => void; children: string };

const Chip = ({ isPressed, onPress, children }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className={cx(
      'min-h-9 rounded-full border px-3 text-note transition-colors duration-160 pointer-coarse:min-h-11',
      isPressed
        ? 'border-accent bg-accent font-medium text-on-accent'
        : 'border-field bg-surface hover:border-accent',
    )}
  >
    {children}
  </button>
);
