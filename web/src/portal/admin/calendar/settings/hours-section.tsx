import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openingHoursQuery } from '../../../../api/referrals/opening-hours.ts';
import { Button } from '../../../../ui/button.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import { EditAction } from '../../list/rows/cells.tsx';
import { listActive, type Machine } from '../times/use-machines.ts';
import { HolidaysDialog } from './holidays-dialog.tsx';
import { HoursDialog } from './hours-dialog.tsx';
import type { SectionProps } from './kinds-section.tsx';
import { hoursColumns, listDays, type MachineRow } from './settings-columns.tsx';

const toRows = (machines: readonly Machine[], hours: OpeningHours): MachineRow[] =>
  machines.map((machine) => ({
    machine,
    hours: hours.machines.find(({ device }) => device === machine._id),
  }));

type Opened =
  | { dialog: 'holidays'; holidays: readonly string[] }
  | { dialog: 'hours'; row: MachineRow };

/** Opening hours of each machine, and the days on which all are closed. */
export function HoursSection({ isOwner, machines }: SectionProps) {
  const query = useQuery(openingHoursQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const holidays = query.data?.holidays;
  return (
    <section className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 className="text-title">{texts.hours()}</h2>
        <p className="text-desk text-muted">{texts.hoursExplanation()}</p>
      </div>
      <DataTable
        query={query}
        rows={(hours) => toRows(listActive(machines), hours)}
        rowKey={({ machine }) => machine._id}
        columns={hoursColumns()}
        caption={texts.hours()}
        empty={texts.noDevices()}
        failed={texts.hoursFailed()}
        {...(isOwner && {
          actions: (row: MachineRow) => (
            <EditAction onClick={() => setOpened({ dialog: 'hours', row })} />
          ),
        })}
      />
      {holidays && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-desk">
          <h3 className="font-medium">{texts.holidays()}</h3>
          <p className="text-muted tabular-nums">{listDays(holidays) || texts.noHolidays()}</p>
          {isOwner && (
            <Button
              size="sm"
              variant="outline"
              onClick={() => setOpened({ dialog: 'holidays', holidays })}
            >
              {texts.editHolidays()}
            </Button>
          )}
        </div>
      )}
      {opened?.dialog === 'holidays' && (
        <HolidaysDialog holidays={opened.holidays} onClose={close} />
      )}
      {opened?.dialog === 'hours' && (
        <HoursDialog machine={opened.row.machine} hours={opened.row.hours} onClose={close} />
      )}
    </section>
  );
}
