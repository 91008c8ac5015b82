import type { PushSubscriptions } from '@deqiq/contract/notifications/notifications.ts';
import * as notificationMessages from '@deqiq/messages/notifications/notifications.js';
import * as texts from '@deqiq/messages/partner/notifications.js';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { removePushSubscription } from '../../../api/notifications/push-subscriptions.ts';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

/** Browsers of other sessions; the partner may have lost the phone of one. */
export function OtherBrowsers({ devices }: Pick<PushSubscriptions, 'devices'>) {
  const [removing, setRemoving] = useState<string>();
  const others = devices.filter(({ isCurrent }) => !isCurrent);
  if (others.length === 0) return null;
  const remove = async (id: string) => {
    setRemoving(id);
    try {
      toast.success(await removePushSubscription(id));
    } catch (error) {
      await showError(describeError(error, notificationMessages.saveFailed()));
    }
    setRemoving(undefined);
  };
  return (
    <>
      <h3 className="font-medium">{texts.otherDevices()}</h3>
      <ul>
        {others.map(({ _id, device, createdAt }) => {
          const name = device ?? texts.unknownDevice();
          return (
            <li
              key={_id}
              className="flex items-center justify-between gap-3 py-2 not-last:border-b not-last:border-line"
            >
              <span className="min-w-0">
                <span className="block break-words">{name}</span>
                <span className="block text-note text-muted">
                  {texts.since({ day: formatDay(createdAt, 'instant') })}
                </span>
              </span>
              <Button
                variant="quiet"
                aria-label={texts.turnOffDevice({ device: name })}
                busy={removing === _id}
                onClick={() => void remove(_id)}
              >
                {texts.turnOff()}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
