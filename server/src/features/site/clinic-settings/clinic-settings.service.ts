import type { KindList } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { PricedKind } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import {
  type ClinicSettings,
  clinicSettings,
  defaultSettings,
  MAX_LOGO_BYTES,
  type SavedSettings,
  type SettingsAnswer,
} from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import * as pictureMessages from '@deqiq/messages/imaging/pictures.js';
import * as messages from '@deqiq/messages/site/clinic-settings.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { Log } from '../../../platform/storage/storage.ts';
import { isoNow, SECOND } from '../../../platform/time.ts';
import {
  type PictureRules,
  type PicturesService,
  pictureFileName,
} from '../../imaging/pictures/pictures.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { KindsService } from '../../referrals/kinds/kinds.service.ts';
import * as repo from './clinic-settings.repo.ts';

/** Between two checks of the version. A check costs a query only after a change. */
const INTERVAL = 10 * SECOND;

interface Deps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly kinds: Pick<KindsService, 'list'>;
  readonly pictures: Pick<PicturesService, 'storeAndRun' | 'attach'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly log: Log;
  readonly now: () => number;
  /** Called with the settings and the price list when they are others than before, also at the start. */
  readonly onChange: (settings: ClinicSettings, prices: readonly PricedKind[]) => Promise<void>;
}

interface Saved {
  readonly version: number;
  readonly settings: ClinicSettings;
}

/** Pictures that replace those of the settings. */
interface NewPictures {
  readonly logo?: FormFile | undefined;
  readonly letterhead?: FormFile | undefined;
}

const pictureRules: PictureRules = {
  formats: ['png', 'jpeg', 'webp'],
  maxBytes: MAX_LOGO_BYTES,
  messages: {
    ...pictureMessages,
    typeNotAccepted: messages.pictureType,
    tooLarge: messages.pictureTooLarge,
  },
};

export type ClinicSettingsService = ReturnType<typeof clinicSettingsService>;

const ORIGINAL: Saved = { version: 0, settings: defaultSettings };

/** The facts of the clinic: versions in the database, and a copy in the memory of each node. */
export function clinicSettingsService(deps: Deps) {
  const { db, versions, kinds, pictures, audit, log, now, onChange } = deps;
  const readTableVersion = versions.memoize('clinic_settings', 'examination_kinds');
  let tableVersion: string | undefined;
  let current = ORIGINAL;
  let shown = identify(ORIGINAL, []);
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const next = readTableVersion();
    if (next === tableVersion) return;
    const saved = await findNewest(db);
    const prices = saved.settings.showPrices ? listPrices(await kinds.list()) : [];
    if (saved.version !== current.version) current = saved;
    if (identify(saved, prices) !== shown) await onChange(saved.settings, prices);
    shown = identify(saved, prices);
    tableVersion = next;
  }

  /** Reads what this node or another one has saved. Calls share one reading. */
  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function describe({ version, settings }: Saved): Promise<SavedSettings> {
    const rows = await repo.listVersions(db);
    return {
      version,
      settings,
      versions: rows.map((row) => ({
        version: row.version,
        savedAt: row.saved_at,
        savedBy: row.username ?? '',
      })),
    };
  }

  /** Adds a version after the one that was read. */
  async function append(
    actor: Actor,
    { version: read, settings }: Saved,
    {
      detail,
      stored = [],
    }: { detail?: string; stored?: Parameters<typeof pictures.attach>[1] } = {},
  ): Promise<SavedSettings> {
    const version = read + 1;
    await db.transaction().execute(async (tx) => {
      const row = {
        version,
        settings: JSON.stringify(settings),
        saved_at: isoNow(now),
        saved_by: actor.personId,
      };
      const isNext = (await findNewest(tx)).version === read && (await repo.insert(tx, row));
      if (!isNext) throw conflict(messages.stale());
      await pictures.attach(tx, stored);
      await audit.record(tx, actor, 'change', 'clinic-settings', String(version), detail);
    });
    // A reading that began before the commit may have missed it.
    await reading;
    await refresh();
    return describe({ version, settings });
  }

  return {
    /** Those that this node shows now. */
    current: () => current.settings,

    refresh,

    /** Refreshes at intervals. Returns a function that stops it. */
    start() {
      const warn = (error: unknown) => log.error({ err: error }, 'settings were not read');
      const timer = setInterval(() => void refresh().catch(warn), INTERVAL).unref();
      return async () => {
        clearInterval(timer);
        await reading?.catch(warn);
      };
    },

    find: async (): Promise<SavedSettings> => describe(await findNewest(db)),

    /** Pictures of former versions stay: a restored version has its own. */
    async save(
      actor: Actor,
      { logo, letterhead, version, settings }: Saved & NewPictures,
      signal?: AbortSignal,
    ): Promise<SettingsAnswer> {
      const sent = Object.entries({ logo, letterhead }).flatMap(([field, file]) =>
        file ? [{ field, file, rules: pictureRules }] : [],
      );
      for (const field of ['logo', 'letterhead'] as const)
        if (settings[field] !== '' && !(await repo.hasPicture(db, settings[field])))
          throw invalid(field, messages.badPicture());
      return pictures.storeAndRun('clinic', sent, { actor, signal }, async (stored) => {
        const names = sent.map(({ field }, index) => [
          field,
          pictureFileName(stored[index]?.id ?? ''),
        ]);
        const shown = { ...settings, ...Object.fromEntries(names) };
        const saved = await append(actor, { version, settings: shown }, { stored });
        return { ...saved, message: messages.saved() };
      });
    },

    /** Saves an older version again, as the newest one. */
    async restore(
      actor: Actor,
      { version, restore }: { version: number; restore: number },
    ): Promise<SettingsAnswer> {
      const row = await repo.find(db, restore);
      if (!row && restore !== ORIGINAL.version) throw notFound(messages.versionMissing());
      const { settings } = row ? parse(row) : ORIGINAL;
      const saved = await append(actor, { version, settings }, { detail: `of version ${restore}` });
      return { ...saved, message: messages.restored() };
    },
  };
}

const parse = (row: { version: number; settings: string }): Saved => ({
  version: row.version,
  // Fields that a later version of the program adds have the default.
  settings: clinicSettings.parse({ ...defaultSettings, ...JSON.parse(row.settings) }),
});

async function findNewest(db: Db): Promise<Saved> {
  const row = await repo.findNewest(db);
  return row ? parse(row) : ORIGINAL;
}

const identify = ({ version }: Saved, prices: readonly PricedKind[]): string =>
  JSON.stringify([version, prices]);

/** Kinds that patients can book, and that have a price. */
const listPrices = ({ kinds }: KindList): PricedKind[] =>
  kinds.flatMap(({ name, minutes, price, machines }) =>
    price === null || machines.length === 0 ? [] : [{ name, minutes, price }],
  );
