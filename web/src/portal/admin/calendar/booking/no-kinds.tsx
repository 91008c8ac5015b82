import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/booking.js';
import * as calendarTexts from '@deqiq/messages/office/calendar.js';
import { Link } from 'react-router';
import { buttonClass } from '../../../../ui/button.tsx';

/** Without kinds of examination nothing can be booked. */
export const NoKinds = () => (
  <div className="grid justify-items-start gap-4">
    <p className="text-desk text-muted">{texts.noKinds()}</p>
    <Link to={portalPaths.calendarSettings} className={buttonClass('outline')}>
      {calendarTexts.settings()}
    </Link>
  </div>
);
