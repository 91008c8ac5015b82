import type { NotificationSettings } from '@deqiq/contract/notifications/notifications.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as notificationMessages from '@deqiq/messages/notifications/notifications.js';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as texts from '@deqiq/messages/partner/notifications.js';
import { useQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../../api/notifications/notifications.ts';
import { clinic } from '../../../lib/clinic.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { BackLink } from '../back-link.tsx';
import { Choice } from './choice.tsx';
import { PushSection } from './push-section.tsx';

export function NotificationsScreen() {
  const { data, ...query } = useQuery(notificationsQuery);
  return (
    <>
      <title>{`${areaTexts.notifications()} · ${clinic.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerProfile} />
        <PageHeader title={areaTexts.notifications()} />
      </div>
      <QueryError
        query={query}
        failed={notificationMessages.loadFailed()}
        compact={data !== undefined}
      />
      {!data && !query.isError && <Loader full />}
      {data && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <PushSection isOn={data.push.isOn} />
          <Email email={data.email} />
        </div>
      )}
    </>
  );
}

function Email({ email: { isAvailable, isOn } }: Pick<NotificationSettings, 'email'>) {
  return (
    <section
      aria-labelledby="email-notifications"
      className="grid gap-2 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <h2 id="email-notifications" className="text-title">
        {texts.email()}
      </h2>
      <p className="text-desk text-muted">{texts.emailText()}</p>
      <Choice
        label={texts.emailChoice()}
        isOn={isOn}
        field="byEmail"
        unavailable={isAvailable ? undefined : 'email-is-off'}
      />
      {!isAvailable && (
        <p id="email-is-off" role="note" className="text-desk text-warning">
          {texts.emailIsOff()}
        </p>
      )}
    </section>
  );
}
