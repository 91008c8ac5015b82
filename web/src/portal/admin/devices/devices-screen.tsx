import type { Device, TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import * as texts from '@deqiq/messages/office/devices.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, PlugZap, Power } from 'lucide-react';
import { useState } from 'react';
import { devicesQuery, replaceToken, revokeDevice } from '../../../api/machines/devices.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { AddButton } from '../list/add-button.tsx';
import { EditAction } from '../list/rows/cells.tsx';
import { runRowAction, usePendingRows } from '../list/rows/row-action.ts';
import { listColumns } from './columns.tsx';
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
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <PageHeader title={texts.title()}>
        {isOwner && (
          <AddButton onClick={() => setOpened({ dialog: 'add' })}>{texts.add()}</AddButton>
        )}
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
        columns={listColumns()}
        caption={texts.title()}
        empty={texts.noneYet()}
        failed={deviceMessages.listFailed()}
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
          label={texts.testConnection()}
          icon={<PlugZap size={17} aria-hidden="true" />}
          onClick={() => onOpen('test')}
        />
      )}
      {isOwner && (
        <IconButton
          label={texts.newToken()}
          icon={<KeyRound size={17} aria-hidden="true" />}
          onClick={() => void createToken(device, onToken)}
        />
      )}
      <IconButton
        label={texts.revoke()}
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
      title: texts.newTokenQuestion(),
      text: texts.newTokenExplanation({ device: device.name }),
      confirm: texts.create(),
    },
    request: () => replaceToken(device).then(onToken),
    successMessage: deviceMessages.tokenCreated(),
    errorMessage: deviceMessages.tokenFailed(),
  });

const revoke = (device: Device) =>
  runRowAction({
    row: device._id,
    confirmation: {
      title: texts.revokeQuestion(),
      text: texts.revokeExplanation({ device: device.name }),
      confirm: texts.revoke(),
      danger: true,
    },
    request: () => revokeDevice(device),
    successMessage: deviceMessages.revoked(),
    errorMessage: deviceMessages.revokeFailed(),
  });
