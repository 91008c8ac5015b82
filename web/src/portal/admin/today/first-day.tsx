import type { FirstDay } from '@deqiq/contract/desk/first-day.ts';
import {
  devicesSection,
  portalPaths,
  protectionSection,
  securitySection,
  settingsSection,
} from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/first-day.js';
import * as listTexts from '@deqiq/messages/office/list.js';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { firstDayQuery } from '../../../api/desk/first-day.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { useStoredSetting } from '../../shell/stored/stored-setting.ts';
import { TodayCard } from './today-card.tsx';

type StepName = FirstDay['steps'][number]['name'];

const NONE: readonly StepName[] = [];

const steps = {
  facts: { title: texts.facts, why: texts.factsWhy, to: settingsSection.path },
  partner: { title: texts.partner, why: texts.partnerWhy, to: portalPaths.adminDashboard },
  machine: { title: texts.machine, why: texts.machineWhy, to: devicesSection.path },
  mail: { title: texts.mail, why: texts.mailWhy, to: protectionSection.path },
  secondFactor: {
    title: texts.secondFactor,
    why: texts.secondFactorWhy,
    to: securitySection.path,
  },
  backup: { title: texts.backup, why: texts.backupWhy, to: protectionSection.path },
  examination: {
    title: texts.examination,
    why: texts.examinationWhy,
    to: portalPaths.adminCheckups,
  },
} as const;

type FirstDayProps = {
  /** Whether to show them to a clinic that has an examination already: its work comes first. */
  isWorking: boolean;
};

/** The first steps of an owner. Nothing once each is done, or skipped by this person in this browser. */
export function FirstDaySteps({ isWorking }: FirstDayProps) {
  const { data } = useQuery(firstDayQuery);
  const hasExamination = data?.steps.some(({ name, isDone }) => name === 'examination' && isDone);
  const [skipped, setSkipped] = useStoredSetting('first-day', 'people', NONE, 'skipped');
  const shown = data?.steps.filter(({ name, isDone }) => isDone || !skipped.includes(name)) ?? [];
  const done = shown.filter(({ isDone }) => isDone).length;
  if (done === shown.length || hasExamination !== isWorking) return null;
  const skip = (name: StepName) => {
    setSkipped([...skipped, name]);
    toast.success(texts.skipped({ step: steps[name].title() }), {
      label: listTexts.undo(),
      run: () => setSkipped(skipped),
    });
  };
  return (
    <TodayCard
      title={texts.title()}
      note={texts.progress({ done, total: shown.length })}
      empty=""
      isEmpty={false}
    >
      {shown.map(({ name, isDone }) =>
        isDone ? (
          <li key={name} className="flex min-h-12 items-center gap-3 px-4 text-muted">
            <CircleCheck size={18} aria-label={texts.done()} className="shrink-0 text-success" />
            {steps[name].title()}
          </li>
        ) : (
          <OpenStep key={name} name={name} onSkip={() => skip(name)} />
        ),
      )}
    </TodayCard>
  );
}

function OpenStep({ name, onSkip }: { name: StepName; onSkip: () => void }) {
  const { title, why, to } = steps[name];
  return (
    <li className="flex items-center gap-1 pr-2">
      <Link
        to={to}
        data-row=""
        className="flex min-h-14 min-w-0 grow items-center gap-3 py-2 pl-4 hover:bg-row-hover"
      >
        <span className="grid min-w-0 grow">
          <span className="font-medium">{title()}</span>
          <span className="text-note text-muted">{why()}</span>
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
      </Link>
      <Button
        variant="quiet"
        size="sm"
        aria-label={texts.skipStep({ step: title() })}
        onClick={onSkip}
      >
        {texts.skip()}
      </Button>
    </li>
  );
}
