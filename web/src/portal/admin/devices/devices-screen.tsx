import { type Device, deviceMessages, type TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, PlugZap, Power } from 'lucide-react';
import { useState } from 'react';
import { devicesQuery, replaceToken, revokeDevice } from '../../../api/machines/devices.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { AddButton, EditAction } from '../list/cells.tsx';
import { runRowAction, usePendingRows } from '../list/row-action.ts';
import { columns } from './columns.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { DeviceDialog } from './device-dialog.tsx';
import { IntakeProcess } from './intake-process.tsx';
import { TokenDialog } from './token-dialog.tsx';

type Opened =
  | { dialog: 'add'; aeTitle?: string }
  | { dialog: 'edit' | 'test'; device: Device }
  | { dialog: 'token'; created: TokenAnswer };

/** Machines and programs that send studies, and the intake process. */
export function DevicesScreen() {
  const query = useQuery(devicesQuery);
  const isOwner = useIsOwner();
  const pendingRows = usePendingRows();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const showToken = (created: TokenAnswer) => setOpened({ dialog: 'token', created });
  return (
    <>
      <title>Devices · Admin Panel</title>
      <PageHeader title="Devices">
        {isOwner && <AddButton onClick={() => setOpened({ dialog: 'add' })}>Add Device</AddButton>}
      </PageHeader>
      {query.data && (
        <IntakeProcess
          list={query.data}
          loadedAt={query.dataUpdatedAt}
          onAdd={(aeTitle) => setOpened({ dialog: 'add', aeTitle })}
        />
      )}
      <DataTable
        query={query}
        rows={({ devices }) => devices}
        rowKey={({ _id }) => _id}
        columns={columns}
        caption="Devices"
        empty="No device yet. Add the machines that send studies"
        failed={deviceMessages.listFailed}
        isBusy={({ _id }) => pendingRows.has(_id)}
        actions={(device) =>
          !device.revokedAt && (
            <RowActions
              device={device}
              onOpen={(dialog) => setOpened({ dialog, device })}
              onToken={showToken}
            />
          )
        }
      />
      {opened?.dialog === 'add' && (
        <DeviceDialog aeTitle={opened.aeTitle} onCreated={showToken} onClose={close} />
      )}
      {opened?.dialog === 'edit' && (
        <DeviceDialog device={opened.device} onCreated={showToken} onClose={close} />
      )}
      {opened?.dialog === 'test' && <ConnectionDialog device={opened.device} onClose={close} />}
      {opened?.dialog === 'token' && <TokenDialog created={opened.created} onClose={close} />}
    </>
  );
}

type RowActionsProps = {
  device: Device;
  onOpen: (dialog: 'edit' | 'test') => void;
  onToken: (created: TokenAnswer) => void;
};

function RowActions({ device, onOpen, onToken }: RowActionsProps) {
  const isOwner = useIsOwner();
  const canTest = isOwner && device.host !== '' && device.port !== null && device.aeTitle !== '';
  return (
    <>
      <EditAction onClick={() => onOpen('edit')} />
      {canTest && (
        <IconButton
          label="Test the connection"
          icon={<PlugZap size={17} aria-hidden="true" />}
          onClick={() => onOpen('test')}
        />
      )}
      {isOwner && (
        <IconButton
          label="New token"
          icon={<KeyRound size={17} aria-hidden="true" />}
          onClick={() => void createToken(device, onToken)}
        />
      )}
      <IconButton
        label="Revoke"
        variant="danger"
        icon={<Power size={17} aria-hidden="true" />}
        onClick={() => void revoke(device)}
      />
    </>
  );
}

const createToken = (device: Device, onToken: RowActionsProps['onToken']) =>
  runRowAction({
    row: device._id,
    confirmation: {
      title: 'Create a new token?',
      text: `${device.name}: the former token ends at once. Until the device has the new one, it cannot send over HTTPS.`,
      confirm: 'Create',
    },
    request: () => replaceToken(device).then(onToken),
    successMessage: deviceMessages.tokenCreated,
    errorMessage: deviceMessages.tokenFailed,
  });

const revoke = (device: Device) =>
  runRowAction({
    row: device._id,
    confirmation: {
      title: 'Revoke the device?',
      text: `${device.name}: its token ends at once, for good. Studies that it has sent stay.`,
      confirm: 'Revoke',
      danger: true,
    },
    request: () => revokeDevice(device),
    successMessage: deviceMessages.revoked,
    errorMessage: deviceMessages.revokeFailed,
  });
