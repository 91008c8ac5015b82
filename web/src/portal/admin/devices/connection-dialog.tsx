import { type Device, deviceMessages } from '@deqiq/contract/machines/devices.ts';
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
      title="Connection Test"
      description={`${device.name}: C-ECHO to ${device.aeTitle} at ${device.host}:${device.port}`}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="outline"
            busy={isFetching}
            icon={<RotateCw size={17} aria-hidden="true" />}
            onClick={() => void refetch()}
          >
            Test again
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div role="status" className="flex min-h-12 items-start gap-3 text-desk">
        {isFetching ? (
          <span className="text-muted">Connecting...</span>
        ) : (
          <>
            <Icon
              size={20}
              aria-hidden="true"
              className={isOk ? 'shrink-0 text-success' : 'shrink-0 text-danger'}
            />
            <span>
              {error ? describeError(error, deviceMessages.testFailed) : data?.message}
              {isOk && (
                <span className="text-muted tabular-nums">{` · ${data.milliseconds} ms`}</span>
              )}
            </span>
          </>
        )}
      </div>
    </Dialog>
  );
}
