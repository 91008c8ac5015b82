import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import { nameSection } from '@deqiq/contract/reports/content/report-texts.ts';
import { TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/report-editor.js';
import * as screenTexts from '@deqiq/messages/reports/report-screen.js';
import { WandSparkles } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { TextArea } from '../../../../ui/field/text-input.tsx';
import { MacroButton } from '../macros/macro-list.tsx';
import type { Macros } from '../macros/use-macros.ts';
import { listSections, readSection, writeSection } from './content-changes.ts';
import { fillNormal } from './normal-texts.ts';

type FieldsProps = {
  content: ReportContent;
  macros: Macros;
  onChange: (content: ReportContent) => void;
};

/** The sections of the template, each a text. */
export function SectionFields({ content, macros, onChange }: FieldsProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          icon={<WandSparkles size={17} aria-hidden="true" />}
          onClick={() => onChange(fillNormal(content))}
        >
          {texts.fillNormal()}
        </Button>
        <MacroButton macros={macros} />
      </div>
      {listSections(content).map((section) => (
        <TextField
          key={section}
          macros={macros}
          label={nameSection(section)}
          value={readSection(content, section)}
          rows={2}
          onChange={(text) => onChange(writeSection(content, section, text))}
        />
      ))}
    </div>
  );
}

/** Conclusion, recommendation, and how the pictures were made. */
export function ConclusionFields({ content, macros, onChange }: FieldsProps) {
  return (
    <div className="grid gap-3">
      <TextField
        macros={macros}
        label={screenTexts.conclusion()}
        value={content.conclusion}
        rows={3}
        onChange={(conclusion) => onChange({ ...content, conclusion })}
      />
      <TextField
        macros={macros}
        label={screenTexts.recommendation()}
        value={content.recommendation}
        rows={2}
        onChange={(recommendation) => onChange({ ...content, recommendation })}
      />
      <TextField
        macros={macros}
        label={screenTexts.technique()}
        value={content.technique}
        rows={1}
        onChange={(technique) => onChange({ ...content, technique })}
      />
    </div>
  );
}

type TextFieldProps = {
  label: string;
  value: string;
  rows: number;
  macros: Macros;
  onChange: (text: string) => void;
};

/** As high as its text where the browser can do that. */
const TextField = ({ label, value, rows, macros, onChange }: TextFieldProps) => (
  <Field label={label}>
    <TextArea
      rows={rows}
      value={value}
      maxLength={TEXT_MAX}
      {...macros.events}
      onChange={({ target }) => onChange(target.value)}
      className="field-sizing-content max-h-80"
    />
  </Field>
);
