import { TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/partner/referral-form.js';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { recentReferralsQuery } from '../../../../api/examinations/referrals.ts';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { TextArea } from '../../../../ui/field/text-input.tsx';
import { toOptions, urgencyNames } from '../../../referrals/referral-names.ts';
import { ChoiceChips, chipClass } from '../../../referrals/tooth-chart/choice-chips.tsx';
import type { FieldsProps } from './patient-fields.tsx';
import { findPhrases } from './recent.ts';

/** The question of the doctor, and its urgency. */
export function RequestFields({ values, errors, onChange }: FieldsProps) {
  const { question, urgency, reportWanted } = values;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field label={texts.question()} error={errors.question}>
        <TextArea
          name="question"
          rows={3}
          value={question}
          maxLength={TEXT_MAX}
          placeholder={texts.questionExample()}
          onChange={({ target }) => onChange({ question: target.value })}
        />
      </Field>
      <Phrases
        question={question}
        onSelect={(phrase) => onChange({ question: [question, phrase].filter(Boolean).join('\n') })}
      />
      <ChoiceChips
        label={texts.urgency()}
        name="urgency"
        value={urgency}
        options={toOptions(urgencyNames)}
        onChange={(next) => onChange({ urgency: next })}
        error={errors.urgency}
      />
      <Checkbox
        label={texts.reportWanted()}
        name="reportWanted"
        checked={reportWanted}
        onChange={({ target }) => onChange({ reportWanted: target.checked })}
      />
    </section>
  );
}

type PhrasesProps = { question: string; onSelect: (phrase: string) => void };

/**
 * The doctor's last questions, each added with one press. They are read from the own referrals: a storage of the
 * browser keeps nothing about patients after the end of a session (docs/decisions/portal.md).
 */
function Phrases({ question, onSelect }: PhrasesProps) {
  const heading = useId();
  const { data } = useQuery(recentReferralsQuery);
  const phrases = findPhrases(data?.referrals ?? [], question);
  if (phrases.length === 0) return null;
  return (
    <div>
      <p id={heading} className="mb-2 text-note text-muted">
        {texts.phrases()}
      </p>
      <ul aria-labelledby={heading} className="flex flex-wrap gap-2">
        {phrases.map((phrase) => (
          <li key={phrase}>
            <button
              type="button"
              onClick={() => onSelect(phrase)}
              className={`${chipClass} py-2 text-left`}
            >
              {phrase}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
