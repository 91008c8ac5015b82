import {
  type Referral,
  type ReferralAnswer,
  referredExaminations,
} from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/partner/referral-form.js';
import { CircleAlert, Send } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import {
  examinationName,
  purposeNames,
  regionNames,
  toOptions,
} from '../../../referrals/referral-names.ts';
import { Attachments } from '../../../referrals/referral-pictures/attachments.tsx';
import { ChoiceChips } from '../../../referrals/tooth-chart/choice-chips.tsx';
import { ToothChart } from '../../../referrals/tooth-chart/tooth-chart.tsx';
import { hasTeeth, listRegions } from './examination-rules.ts';
import { type FieldsProps, PatientFields } from './patient-fields.tsx';
import { selectPurpose } from './referral-values.ts';
import { RequestFields } from './request-fields.tsx';
import { useReferralForm } from './use-referral-form.ts';

type ReferralFormProps = {
  /** The referral to edit; undefined for a new one. */
  referral?: Referral;
  onSaved: (answer: ReferralAnswer) => void;
};

/** The purpose comes first and proposes the examination; the rest appears with it. */
export function ReferralForm({ referral, onSaved }: ReferralFormProps) {
  const { form, values, files, errors, failure, busy, replace, change, setFiles, submit } =
    useReferralForm({ referral, onSaved });
  const fields = { values, errors, onChange: change };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-7"
    >
      <ChoiceChips
        label={texts.purpose()}
        name="purpose"
        value={values.purpose}
        options={toOptions(purposeNames)}
        onChange={(purpose) => replace(selectPurpose(values, purpose))}
        error={errors.purpose}
        required
        isLarge
      />
      {values.purpose && (
        <>
          <ExaminationFields {...fields} />
          <PatientFields {...fields} />
          <RequestFields {...fields} />
          <Attachments
            sent={referral?.attachments ?? []}
            files={files}
            onChange={setFiles}
            error={errors.attachments}
          />
          {failure && (
            <p
              role="alert"
              className="flex gap-2.5 rounded-field bg-danger-soft px-3.5 py-3 text-desk text-danger"
            >
              <CircleAlert size={19} aria-hidden="true" className="mt-px shrink-0" />
              {failure}
            </p>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            icon={<Send size={18} aria-hidden="true" />}
            className="w-full sm:w-fit"
          >
            {referral ? texts.save() : texts.send()}
          </Button>
        </>
      )}
    </form>
  );
}

/** The examination, and the teeth or the region that it shows. */
function ExaminationFields({ values, errors, onChange }: FieldsProps) {
  const { examination, teeth, region } = values;
  const regions = listRegions(examination);
  return (
    <>
      <ChoiceChips
        label={texts.examination()}
        name="examination"
        value={examination}
        options={referredExaminations.map((one) => [one, examinationName(one)] as const)}
        onChange={(next) => onChange({ examination: next })}
        error={errors.examination}
        required
      />
      {hasTeeth(examination) && (
        <ToothChart
          teeth={teeth}
          onChange={(next) => onChange({ teeth: next })}
          error={errors.teeth}
        />
      )}
      {regions.length > 0 && (
        <ChoiceChips
          label={texts.region()}
          name="region"
          value={region}
          options={toOptions(regionNames, regions)}
          onChange={(next) => onChange({ region: next })}
          error={errors.region}
        />
      )}
    </>
  );
}
