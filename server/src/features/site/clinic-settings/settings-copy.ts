import type { KindList } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { PricedKind } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import type { ClinicSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import type { Log } from '../../../platform/storage/storage.ts';
import { SECOND } from '../../../platform/time.ts';
import type { KindsService } from '../../referrals/kinds/kinds.service.ts';
import { findNewest, ORIGINAL, type Saved } from './saved-settings.ts';

/** Between two checks of the version. A check costs a query only after a change. */
const INTERVAL = 10 * SECOND;

export interface CopyDeps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly kinds: Pick<KindsService, 'list'>;
  readonly log: Log;
  /** Called with the settings and the price list when they are others than before, also at the start. */
  readonly onChange: (settings: ClinicSettings, prices: readonly PricedKind[]) => Promise<void>;
}

/** The newest settings in the memory of this node. */
export function settingsCopy({ db, versions, kinds, log, onChange }: CopyDeps) {
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

  /** After a commit of this node: a reading that began before it may have missed it. */
  async function refreshAfterCommit(): Promise<void> {
    await reading;
    await refresh();
  }

  return {
    refreshAfterCommit,

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
  };
}

const identify = ({ version }: Saved, prices: readonly PricedKind[]): string =>
  JSON.stringify([version, prices]);

/** Kinds that patients can book, and that have a price. */
const listPrices = ({ kinds }: KindList): PricedKind[] =>
  kinds.flatMap(({ name, minutes, price, machines }) =>
    price === null || machines.length === 0 ? [] : [{ name, minutes, price }],
  );
