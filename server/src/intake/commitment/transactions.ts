import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { referencedInstance } from '@deqiq/contract/machines/intake/storage-commitment.ts';
import * as z from 'zod';
import { Status } from '../../platform/dimse/command-set.ts';
import { type SendEvent, StatusError } from '../../platform/dimse/services/service-provider.ts';
import { isVolumeFull } from '../../platform/errors.ts';
import { fsyncPath, writeFileDurably } from '../../platform/files.ts';
import { formatHost, type SpoolSender } from '../spool/spool-names.ts';
import type { CommitmentRequest } from './commitment-request.ts';

/** Outstanding requests and instances of one address, and instances of all of them. */
const MAX_REQUESTS = 50;
const MAX_INSTANCES = 10_000;
const MAX_TOTAL = 100_000;

/** The folder in the spool. */
const FOLDER = 'commitment';

const storedTransaction = z.object({
  sender: z.object({ aeTitle: z.string(), address: z.string() }),
  transactionUid: z.string(),
  instances: z.array(referencedInstance).readonly(),
  /** When it was requested, in milliseconds since 1970. */
  since: z.number(),
});

type StoredTransaction = z.output<typeof storedTransaction>;

/** A request that was accepted and not reported yet. */
export interface Transaction extends StoredTransaction {
  attempts: number;
  reports: number;
  /** Within the association of its last request. */
  sendEvent: SendEvent;
}

export type Transactions = Awaited<ReturnType<typeof openTransactions>>;

/** The accepted requests, each also in a file of the spool: a report follows also after a restart. */
export async function openTransactions(spool: string) {
  const folder = join(spool, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const toPath = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  const transactions = new Map<string, Transaction>();
  for (const name of await readdir(folder)) {
    const stored = await readTransaction(join(folder, name));
    if (stored) transactions.set(toKey(stored.sender, stored), resume(stored));
  }

  function assertSpaceFor(sender: SpoolSender, count: number): void {
    const all = [...transactions.values()];
    const host = formatHost(sender.address);
    const own = all.filter((transaction) => formatHost(transaction.sender.address) === host);
    const isFull =
      own.length >= MAX_REQUESTS ||
      countInstances(own) + count > MAX_INSTANCES ||
      countInstances(all) + count > MAX_TOTAL;
    if (isFull) throw new StatusError(Status.resourceLimitation, 'too many open requests');
  }

  return {
    list: (): Transaction[] => [...transactions.values()],

    /** The same request of the same machine. */
    find: (sender: SpoolSender, request: CommitmentRequest): Transaction | undefined =>
      transactions.get(toKey(sender, request)),

    /** Stores a request durably. Throws a StatusError where there are too many, or no space. */
    async add(stored: StoredTransaction, sendEvent: SendEvent): Promise<Transaction> {
      assertSpaceFor(stored.sender, stored.instances.length);
      const key = toKey(stored.sender, stored);
      const transaction = { ...resume(stored), sendEvent };
      transactions.set(key, transaction);
      try {
        await writeFileDurably(toPath(key), JSON.stringify(stored));
        await fsyncPath(folder);
      } catch (error) {
        transactions.delete(key);
        if (!isVolumeFull(error)) throw error;
        throw new StatusError(Status.resourceLimitation, 'the spool is full');
      }
      return transaction;
    },

    async remove({ sender, ...request }: Transaction): Promise<void> {
      const key = toKey(sender, request);
      transactions.delete(key);
      await rm(toPath(key), { force: true });
    },
  };
}

const toKey = ({ aeTitle, address }: SpoolSender, { transactionUid }: CommitmentRequest): string =>
  `${formatHost(address)} ${aeTitle} ${transactionUid}`;

const resume = (stored: StoredTransaction): Transaction => ({
  ...stored,
  attempts: 0,
  reports: 0,
  // Its association has ended with the process.
  sendEvent: async () => false,
});

/** undefined, and the file is removed, where its writing was cut off: that request was not accepted. */
async function readTransaction(path: string): Promise<StoredTransaction | undefined> {
  try {
    return storedTransaction.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    await rm(path, { force: true });
    return undefined;
  }
}

const countInstances = (transactions: readonly Transaction[]): number =>
  transactions.reduce((sum, { instances }) => sum + instances.length, 0);
