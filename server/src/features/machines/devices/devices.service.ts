import { timingSafeEqual } from 'node:crypto';
import {
  type Device,
  type DeviceAnswer,
  type DeviceFields,
  type DeviceList,
  type EchoAnswer,
  MAX_ADDRESSES,
  MAX_DEVICES,
  type TokenAnswer,
} from '@deqiq/contract/machines/devices.ts';
import type {
  IntakeMachine,
  IntakeReport,
} from '@deqiq/contract/machines/intake/intake-reports.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import type { Db, DeviceRow } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor, Sender } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isInNetworks, parseNetworks } from '../../../platform/networks.ts';
import { deriveIntakeKey } from '../../../platform/secrets/intake-key.ts';
import { isoNow } from '../../../platform/time.ts';
import { type EchoDeps, findReport, testConnection } from './connection-test.ts';
import { createToken, hashToken, tokenEnd } from './device-tokens.ts';
import { present, splitAddresses } from './devices.present.ts';
import * as repo from './devices.repo.ts';

interface Deps extends EchoDeps {
  versions: TableVersions;
  /** The secret of the server, and the key of the intake process where it is set. */
  secret: Buffer;
  intakeKey: string | undefined;
  now: () => number;
}

export type DevicesService = ReturnType<typeof devicesService>;

/** Machines and programs that send studies: their tokens, what they sent, and whether they can be reached. */
export function devicesService(deps: Deps) {
  const { db, versions, secret, now } = deps;
  const version = versions.memoize('devices', 'intake_reports');
  const intakeKey = Buffer.from(hashToken(deps.intakeKey ?? deriveIntakeKey(secret)));

  const isIntakeKey = (token: string): boolean =>
    timingSafeEqual(Buffer.from(hashToken(token)), intakeKey);

  return {
    version: () => version(),

    async list(): Promise<DeviceList> {
      return { devices: (await repo.list(db)).map(present), intake: await findReport(db) };
    },

    /** Devices that are not revoked. */
    listIds: async (): Promise<ReadonlySet<string>> =>
      new Set((await repo.list(db)).flatMap((row) => (row.revoked_at === null ? row.id : []))),

    /** The token is in this answer only. */
    create: (actor: Actor, fields: DeviceFields): Promise<TokenAnswer> =>
      createDevice(deps, actor, fields),

    async update(actor: Actor, id: string, fields: DeviceFields): Promise<DeviceAnswer> {
      const device = await change(deps, actor, id, toDetails(fields), 'change');
      return { device, message: deviceMessages.saved() };
    },

    /** A new token; the former one ends immediately. */
    async replaceToken(actor: Actor, id: string): Promise<TokenAnswer> {
      const token = createToken();
      const hashes = { token_hash: hashToken(token), token_end: tokenEnd(token) };
      const device = await change(deps, actor, id, hashes, 'create-token');
      return { device, token, message: deviceMessages.tokenCreated() };
    },

    /** Ends the token immediately and permanently. Throws 404 if it is revoked already, like a repeated deletion. */
    async revoke(actor: Actor, id: string): Promise<DeviceAnswer> {
      const ended = { token_hash: null, token_end: null, active_ae_title: null };
      const changes = { ...ended, revoked_at: isoNow(now) };
      const refusal = () => notFound(deviceMessages.notFound());
      const device = await change(deps, actor, id, changes, 'revoke', refusal);
      return { device, message: deviceMessages.revoked() };
    },

    /** Connection test: a C-ECHO from here to the machine. */
    test: async (actor: Actor, id: string): Promise<EchoAnswer> =>
      testConnection(deps, actor, await get(db, id)),

    /**
     * The sender of a request with this bearer token: a device in one of its networks, or the intake process, which names the
     * machine by its AE title. undefined for any other token.
     */
    async authenticate(
      token: string,
      { address, aeTitle = '' }: { address: string; aeTitle?: string | undefined },
    ): Promise<Sender | undefined> {
      if (isIntakeKey(token)) {
        const device = await repo.findByAeTitle(db, toAeTitleKey(aeTitle));
        return { device: device ?? null, aeTitle };
      }
      const device = await repo.findByToken(db, hashToken(token));
      if (!device) return undefined;
      const networks = parseNetworks(splitAddresses(device.addresses));
      const isAllowed = device.addresses === '' || (networks && isInNetworks(networks, address));
      return isAllowed ? { device, aeTitle: '' } : undefined;
    },

    isIntakeKey,

    addUsage: (tx: Db, id: string, usage: repo.Usage) => repo.addUsage(tx, id, usage, isoNow(now)),

    recordReport: (report: IntakeReport) =>
      repo.replaceReport(db, JSON.stringify(report), isoNow(now)),

    /** The machines that have an AE title. A machine that was revoked and entered again counts as permitted. */
    async listMachines(): Promise<IntakeMachine[]> {
      const rows = (await repo.list(db)).filter((row) => row.ae_title !== '');
      const byTitle = new Map(rows.toReversed().map((row) => [toAeTitleKey(row.ae_title), row]));
      return [...byTitle.values()].map((row) => ({
        aeTitle: row.ae_title,
        addresses: splitAddresses(row.addresses),
        isRevoked: row.revoked_at !== null,
        host: row.host,
        port: row.port,
      }));
    },
  };
}

async function get(tx: Db, id: string): Promise<DeviceRow> {
  const row = await repo.find(tx, id);
  if (!row) throw notFound(deviceMessages.notFound());
  return row;
}

/** Changes a device in a transaction. Throws 404, or `refusal` (409) where it has been revoked. */
async function change(
  { db, audit }: Pick<Deps, 'db' | 'audit'>,
  actor: Actor,
  id: string,
  changes: Parameters<typeof repo.update>[2],
  action: string,
  refusal = () => conflict(deviceMessages.isRevoked()),
): Promise<Device> {
  return db.transaction().execute(async (tx) => {
    await get(tx, id);
    if (!(await refuseTakenAeTitle(repo.update(tx, id, changes)))) throw refusal();
    await audit.record(tx, actor, action, 'device', id);
    return present(await get(tx, id));
  });
}

async function createDevice(
  { db, audit, now }: Deps,
  actor: Actor,
  fields: DeviceFields,
): Promise<TokenAnswer> {
  const details = toDetails(fields);
  const id = newId();
  const token = createToken();
  const device = await db.transaction().execute(async (tx) => {
    if ((await repo.countActive(tx)) >= MAX_DEVICES)
      throw conflict(deviceMessages.tooMany({ max: MAX_DEVICES }));
    const created = { created_at: isoNow(now), created_by: actor.personId };
    const hashes = { token_hash: hashToken(token), token_end: tokenEnd(token) };
    await refuseTakenAeTitle(repo.insert(tx, { id, ...details, ...created, ...hashes }));
    await audit.record(tx, actor, 'create', 'device', id);
    return present(await get(tx, id));
  });
  return { device, token, message: deviceMessages.created() };
}

const toAeTitleKey = (aeTitle: string): string => aeTitle.trim().toUpperCase();

async function refuseTakenAeTitle<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (repo.isAeTitleTaken(error)) throw invalid('aeTitle', deviceMessages.aeTitleTaken());
    throw error;
  }
}

function toDetails({ name, kind, aeTitle, addresses, host, port }: DeviceFields) {
  if (!parseNetworks(addresses))
    throw invalid('addresses', deviceMessages.badAddresses({ max: MAX_ADDRESSES }));
  return {
    name,
    kind,
    ae_title: aeTitle,
    active_ae_title: toAeTitleKey(aeTitle) || null,
    addresses: addresses.join(' '),
    host,
    port,
  };
}
