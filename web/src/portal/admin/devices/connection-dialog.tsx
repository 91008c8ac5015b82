import type { Device } from '@deqiq/contract/machines/devices.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import * as texts from '@deqiq/messages/office/devices.js';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react';
import { describeError } from '../../../api/http/http-error.ts';
import { testDevice } from '../../../api/machines/devices.ts';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

/** Tests the connection to a device and shows the result. Open as long as it is mounted. */
export function ConnectionDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  useCloseOnBack(true, onClose);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'devices', device._id, 'test'],
    queryFn: ({ signal }) => testDevice(device, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isOk = data?.result === 'ok';
  const Icon = isOk ? CircleCheck : CircleAlert;
  return (
    <Dialog
      open
      size="sm"
      title={texts.connectionTest()}
      description={texts.echo({
        device: device.name,
        aeTitle: device.aeTitle,
        address: `${device.host}:${device.port}`,
      })}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="outline"
            busy={isFetching}
            icon={<RotateCw size={17} aria-hidden="true" />}
            onClick={() => void refetch()}
          >
            {texts.testAgain()}
          </Button>
          <Button onClick={onClose}>{texts.done()}</Button>
        </>
      }
    >
      <div role="status" className="flex min-h-12 items-start gap-3 text-desk">
        {isFetching ? (
          <span className="text-muted">{texts.connecting()}</span>
        ) : (
          <>
            <Icon
              size={20}
              aria-hidden="true"
              className={isOk ? 'shrink-0 text-success' : 'shrink-0 text-danger'}
            />
            <span>
              {error ? describeError(error, deviceMessages.testFailed()) : data?.message}
              {isOk && (
                <span className="text-muted tabular-nums">{` · ${texts.milliseconds({ count: data.milliseconds })}`}</span>
              )}
            </span>
          </>
        )}
      </div>
    </Dialog>
  );
}
