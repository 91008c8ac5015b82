import {
  MAX_LOGO_BYTES,
  type SavedSettings,
  type SettingsAnswer,
} from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import * as pictureMessages from '@deqiq/messages/imaging/pictures.js';
import * as messages from '@deqiq/messages/site/clinic-settings.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { isoNow } from '../../../platform/time.ts';
import {
  type PictureRules,
  type PicturesService,
  pictureFileName,
} from '../../imaging/pictures/pictures.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './clinic-settings.repo.ts';
import { findNewest, ORIGINAL, parse, type Saved } from './saved-settings.ts';
import { type CopyDeps, settingsCopy } from './settings-copy.ts';

interface Deps extends CopyDeps {
  readonly pictures: Pick<PicturesService, 'storeAndRun' | 'attach'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
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

/** The facts of the clinic: versions in the database, and a copy in the memory of each node. */
export function clinicSettingsService(deps: Deps) {
  const { db, pictures, audit, now } = deps;
  const copy = settingsCopy(deps);

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
    await copy.refreshAfterCommit();
    return describe(db, { version, settings });
  }

  return {
    current: copy.current,
    refresh: copy.refresh,
    start: copy.start,

    find: async (): Promise<SavedSettings> => describe(db, await findNewest(db)),

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

async function describe(db: Db, { version, settings }: Saved): Promise<SavedSettings> {
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
