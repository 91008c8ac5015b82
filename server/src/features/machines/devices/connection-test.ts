import {
  type DeviceList,
  type EchoAnswer,
  echoMessages,
} from '@deqiq/contract/machines/devices.ts';
import { intakeReport } from '@deqiq/contract/machines/intake/intake-reports.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import type { Db, DeviceRow } from '../../../platform/db/tables.ts';
import { echo as sendEcho } from '../../../platform/dimse/services/echo.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { present } from './devices.present.ts';
import * as repo from './devices.repo.ts';

/** AE title with which we call machines while no intake process has reported its own. */
const OWN_AE_TITLE = 'DEQIQ';

export async function findReport(db: Db): Promise<DeviceList['intake']> {
  const row = await repo.findReport(db);
  const report = row && intakeReport.safeParse(JSON.parse(row.report)).data;
  return report ? { ...report, reportedAt: row.reported_at } : null;
}

export interface EchoDeps {
  db: Db;
  audit: Pick<AuditService, 'record'>;
  echo?: typeof sendEcho;
}

export async function testConnection(
  { db, audit, echo = sendEcho }: EchoDeps,
  actor: Actor,
  row: DeviceRow,
): Promise<EchoAnswer> {
  const { id, host, port, ae_title: called } = row;
  if (host === '' || port === null || called === '') throw invalid('host', deviceMessages.noHost());
  const calling = (await findReport(db))?.aeTitle ?? OWN_AE_TITLE;
  const started = performance.now();
  const result = await echo({ host, port, called, calling });
  const milliseconds = Math.round(performance.now() - started);
  await db.transaction().execute((tx) => audit.record(tx, actor, 'test', 'device', id, result));
  return { device: present(row), result, milliseconds, message: echoMessages[result]() };
}
