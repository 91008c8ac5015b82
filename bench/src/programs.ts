import { booking } from './booking/booking.ts';
import { bytes } from './bytes/bytes.ts';
import { cornerstone } from './cornerstone/cornerstone.ts';
import { download } from './download/download.ts';
import { flood } from './flood/flood.ts';
import type { Bench, Table } from './harness/program.ts';
import { lighthouse } from './lighthouse/lighthouse.ts';
import { list } from './list/list.ts';
import { largeLists } from './lists/large-lists.ts';
import { lists } from './lists/lists.ts';
import { month } from './lists/month.ts';
import { scaling } from './nodes/scaling.ts';
import { transfers } from './nodes/transfers.ts';
import { phone } from './phone/phone.ts';
import { previews } from './previews/previews.ts';
import { reports } from './reports/reports.ts';
import { measureRest } from './rest/rest.ts';
import type { BenchDatabases, Databases } from './rows/databases.ts';
import { search } from './search/search.ts';
import { upload } from './upload/upload.ts';
import { viewer } from './viewer/viewer.ts';

/** Every program by name, in the order of the run. */
export function programs(
  bench: Bench,
  data: Databases,
): Record<string, () => Table[] | Promise<Table[]>> {
  const onBoth = async (work: (databases: BenchDatabases) => Promise<Table[]>) => {
    const onSqlite = await work(await data.sqlite());
    const postgres = await data.postgres();
    if (postgres) return [...onSqlite, ...(await work(postgres))];
    return onSqlite.map((table) => ({
      ...table,
      notes: [...(table.notes ?? []), data.missing() ?? ''],
    }));
  };
  return {
    bytes,
    lighthouse: async () => [await lighthouse(bench)],
    phone: async () => [await phone(bench)],
    booking: async () => [await booking(bench)],
    upload: async () => [await upload(bench)],
    download: async () => [await download(bench)],
    flood: async () => [await flood(bench)],
    previews: async () => [await previews(bench)],
    viewer: async () => [await viewer(bench)],
    cornerstone: () => cornerstone(bench),
    reports: async () => [await reports(bench)],
    nodes: async () => {
      const postgres = await data.postgres();
      return postgres ? [await scaling(bench, postgres), await transfers(bench, postgres)] : [];
    },
    rest: async () => [await measureRest(bench, await data.sqlite())],
    list: () => onBoth(async (databases) => [await list(bench, databases)]),
    lists: () =>
      onBoth(async (databases) => [
        await lists(bench, databases),
        await largeLists(bench, databases),
      ]),
    month: () => onBoth(async (databases) => [await month(bench, databases)]),
    search: () => onBoth((databases) => search(bench, databases)),
  };
}
