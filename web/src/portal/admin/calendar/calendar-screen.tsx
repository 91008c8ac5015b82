import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { Printer, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeError, isUnanswered } from '../../../api/http/http-error.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';
import { AddButton } from '../list/add-button.tsx';
import { Toolbar } from './address/toolbar.tsx';
import { type CalendarAddress, useCalendarAddress } from './address/use-calendar-address.ts';
import type { BookingPreset } from './booking/booking-form.ts';
import { CalendarBody } from './calendar-body.tsx';
import { CalendarDialogs, type OpenedInCalendar } from './calendar-dialogs.tsx';
import { PrintedDay } from './day/printed-day.tsx';
import { usePrinting } from './day/use-printing.ts';
import { EmptyCalendar } from './empty-calendar.tsx';
import { useCalendar } from './use-calendar.ts';

/** Appointments of machines by day or week, and the referrals that wait for a time. */
export function CalendarScreen() {
  const { address, show } = useCalendarAddress();
  const isPhone = !useMediaQuery('(min-width: 48rem)');
  const calendar = useCalendar(isPhone ? { ...address, view: 'day' } : address);
  const { isLoaded, lacks, error, bookable, appointments, columns, kinds, refetch } = calendar;
  const [opened, setOpened] = useState<OpenedInCalendar>();
  const isPrinting = usePrinting();
  const isReady = isLoaded && (!lacks || appointments.length > 0);
  return (
    <>
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <PageHeader title={texts.title()}>
        {isReady && (
          <AddButton onClick={() => setOpened({ dialog: 'booking', preset: toPreset(address) })}>
            {texts.add()}
          </AddButton>
        )}
        {isReady && (
          <Button
            variant="outline"
            icon={<Printer size={17} aria-hidden="true" />}
            onClick={() => window.print()}
            className="max-md:hidden"
          >
            {texts.print()}
          </Button>
        )}
        <Link to={portalPaths.calendarSettings} className={buttonClass('outline')}>
          <Settings2 size={17} aria-hidden="true" />
          <span className="max-md:sr-only">{texts.settings()}</span>
        </Link>
      </PageHeader>
      {error && (
        <ErrorPanel
          message={describeError(error, texts.listFailed())}
          onRetry={refetch}
          compact={isLoaded}
          isUnanswered={isUnanswered(error)}
        />
      )}
      {!isLoaded && !error && <Loader />}
      {isLoaded && lacks && <EmptyCalendar lacks={lacks} />}
      {isReady && (
        <>
          <Toolbar address={address} onShow={show} machines={bookable} isPhone={isPhone} />
          <CalendarBody
            calendar={calendar}
            address={address}
            isPhone={isPhone}
            onShow={show}
            onOpen={setOpened}
          />
        </>
      )}
      {isPrinting && (
        <PrintedDay columns={columns.filter(({ day }) => day === address.day)} kinds={kinds} />
      )}
      {opened && (
        <CalendarDialogs
          opened={opened}
          calendar={calendar}
          onOpen={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const toPreset = ({ day, machine }: CalendarAddress): BookingPreset => ({
  day,
  device: machine || undefined,
});
