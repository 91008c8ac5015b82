import * as texts from '@deqiq/messages/office/calendar.js';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { today } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/field/select.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { addDays } from '../times/times.ts';
import type { Machine } from '../times/use-machines.ts';
import { abbreviateDay } from '../times/weekdays.ts';
import { type CalendarAddress, type CalendarView, nameDays } from './use-calendar-address.ts';

type ToolbarProps = {
  address: CalendarAddress;
  onShow: (to: Partial<CalendarAddress>) => void;
  machines: readonly Machine[];
  /** On a phone there is one machine on one day. */
  isPhone: boolean;
};

/** Which day or week, and which machine. */
export function Toolbar({ address, onShow, machines, isPhone }: ToolbarProps) {
  const { day, view, machine } = address;
  const step = view === 'week' && !isPhone ? 7 : 1;
  const options = machines.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
      <div className="flex grow items-center gap-1">
        <IconButton
          label={texts.earlier()}
          icon={<ChevronLeft size={18} aria-hidden="true" />}
          onClick={() => onShow({ day: addDays(day, -step) })}
        />
        <IconButton
          label={texts.later()}
          icon={<ChevronRight size={18} aria-hidden="true" />}
          onClick={() => onShow({ day: addDays(day, step) })}
        />
        <Button size="sm" variant="outline" onClick={() => onShow({ day: today() })}>
          {texts.today()}
        </Button>
        <DayPicker address={address} isPhone={isPhone} onPick={(next) => onShow({ day: next })} />
      </div>
      {!isPhone && <ViewSwitch view={view} onChange={(next) => onShow({ view: next })} />}
      <div className="w-52 max-sm:grow">
        <Select
          label={texts.machine()}
          value={isPhone ? machine || (options[0]?.value ?? '') : machine}
          onChange={(next) => onShow({ machine: next })}
          placeholder={texts.allMachines()}
          options={isPhone ? options : [{ value: '', label: texts.allMachines() }, ...options]}
        />
      </div>
    </div>
  );
}

type DayPickerProps = {
  address: CalendarAddress;
  isPhone: boolean;
  onPick: (day: string) => void;
};

/** The day or the week in words; a press opens the browser's calendar. */
function DayPicker({ address: { day, view }, isPhone, onPick }: DayPickerProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const words = isPhone ? abbreviateDay(day) : nameDays({ day, view });
  return (
    <span className="relative min-w-0">
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={day}
        onChange={(event) => event.target.value && onPick(event.target.value)}
        className="pointer-events-none absolute bottom-0 left-0 h-full w-11 opacity-0"
      />
      <button
        type="button"
        title={texts.chooseDay()}
        onClick={() => calendar.current?.showPicker()}
        className="relative flex min-h-11 max-w-full items-center gap-2 rounded-field px-2.5 text-left text-base font-medium tabular-nums hover:bg-sunken"
      >
        {words}
        <CalendarDays size={17} aria-hidden="true" className="shrink-0 text-muted" />
      </button>
    </span>
  );
}

type ViewSwitchProps = { view: CalendarView; onChange: (view: CalendarView) => void };

function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const names = { day: texts.day, week: texts.week };
  return (
    <fieldset
      aria-label={texts.view()}
      className="flex rounded-field border border-line bg-surface p-0.5"
    >
      {(['day', 'week'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => onChange(each)}
          className="min-h-9 rounded-chip px-3.5 text-desk text-muted hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-hover"
        >
          {names[each]()}
        </button>
      ))}
    </fieldset>
  );
}
