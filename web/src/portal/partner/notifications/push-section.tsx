import type { PushSubscriptions } from '@deqiq/contract/notifications/notifications.ts';
import * as notificationMessages from '@deqiq/messages/notifications/notifications.js';
import * as texts from '@deqiq/messages/partner/notifications.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { pushSubscriptionsQuery } from '../../../api/notifications/push-subscriptions.ts';
import { Button } from '../../../ui/button.tsx';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';
import { Choice } from './choice.tsx';
import { OtherBrowsers } from './other-browsers.tsx';
import { type PushState, readPushState, switchOff, switchOn } from './push-subscription.ts';

/** Push messages: for this browser, and the list of the partner's other devices. */
export function PushSection({ isOn }: { isOn: boolean }) {
  const query = useQuery(pushSubscriptionsQuery);
  const { data } = query;
  return (
    <section
      aria-labelledby="push-notifications"
      className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <h2 id="push-notifications" className="text-title">
        {texts.devices()}
      </h2>
      <p className="text-desk text-muted">{texts.devicesText()}</p>
      {query.isError && (
        <ErrorPanel
          compact
          message={describeError(query.error, notificationMessages.loadFailed())}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {!data && !query.isError && <Loader />}
      {data && data.devices.length > 0 && (
        <Choice label={texts.devicesChoice()} isOn={isOn} field="byPush" />
      )}
      {data && <ThisBrowser {...data} />}
      {data && <OtherBrowsers devices={data.devices} />}
    </section>
  );
}

const hints: Readonly<Partial<Record<PushState, () => string>>> = {
  unsupported: texts.unsupported,
  install: texts.install,
  denied: texts.denied,
  on: texts.isOn,
};

function ThisBrowser({ publicKey, devices }: PushSubscriptions) {
  const state = useQuery({
    queryKey: ['partner', 'this-device', devices.map(({ _id }) => _id).join()],
    queryFn: () => readPushState(devices),
    // The browser's settings may have changed since.
    refetchOnWindowFocus: true,
    gcTime: 0,
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = useSingleFlight(async (work: () => Promise<string | undefined>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const message = await work();
      if (message) toast.success(message);
    } catch (error) {
      setFailure(describeError(error, notificationMessages.subscriptionFailed()));
    }
    setBusy(false);
    await state.refetch();
  });
  if (!state.data) return null;
  const hint = hints[state.data]?.();
  return (
    <div className="grid justify-items-start gap-3">
      {hint && <p className="text-desk">{hint}</p>}
      {state.data === 'off' && (
        <Button
          variant="primary"
          busy={busy}
          onClick={() => void change(() => switchOn(publicKey))}
        >
          {texts.turnOnHere()}
        </Button>
      )}
      {state.data === 'on' && (
        <Button variant="outline" busy={busy} onClick={() => void change(() => switchOff(devices))}>
          {texts.turnOffHere()}
        </Button>
      )}
      <p role="alert" className="text-desk text-danger empty:hidden">
        {failure}
      </p>
    </div>
  );
}
