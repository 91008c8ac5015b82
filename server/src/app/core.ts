import { provider } from '@deqiq/contract/shared/provider.ts';
import type { Config } from '../config.ts';
import { auditService } from '../features/operations/audit/audit.service.ts';
import { auditChain } from '../features/operations/audit/chain/chain.service.ts';
import type { Pages } from '../features/site/website/built-pages.ts';
import type { Database } from '../platform/db/database.ts';
import type { App } from '../platform/http/app-types.ts';
import { gracefulShutdown } from '../platform/http/connections/graceful-shutdown.ts';
import { jobQueue } from '../platform/jobs/job-queue.ts';
import { openLimits } from '../platform/limits/open-limits.ts';
import type { DecoderPool } from '../platform/media/pool/decoder-pool.ts';
import type { MessageEvents } from '../platform/messaging/message-channel.ts';
import { openPaymentPage } from '../platform/payment-pages/open-payment-page.ts';
import type { PasswordHasher } from '../platform/secrets/credentials.ts';
import type { Storage } from '../platform/storage/storage.ts';

export interface Deps {
  config: Config;
  database: Database;
  storage: Storage;
  secret: Buffer;
  pages: Pages;
  /** Decodes pictures; the caller closes it after the application. */
  decoders: DecoderPool;
  /** Derives previews and packs in the background. */
  derivers: DecoderPool;
  passwords: PasswordHasher;
  /** Replaces in tests what follows when providers tell about messages to patients. */
  messageEvents?: MessageEvents;
  /** Whether jobs run and the audit is sealed in this process. Default: yes. */
  runsJobs?: boolean;
  /** How often jobs are searched for; tests, which move clocks and rows, do so more often. */
  jobTiming?: { readonly pollInterval: number };
  /** Milliseconds since 1970, the same on all nodes. Default: the clock of the machine. */
  clock?: () => number;
  /** Replaces this clock and that of the database in tests. */
  now?: () => number;
  /** Waits so many milliseconds before a slowed sign-in; tests do not. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

export type Core = ReturnType<typeof createCore>;

/** Dependencies of most features: database, storage, clock, jobs, limits and audit. */
export function createCore(app: App, deps: Deps) {
  const { config, database, clock = Date.now, now = clock } = deps;
  const { db, versions } = database;
  const { log } = app;
  const draining = gracefulShutdown(app, config.shutdown);
  const jobs = jobQueue({
    db,
    versions,
    log,
    now: deps.now,
    isPaused: draining.isDraining,
    ...(deps.jobTiming && { timing: deps.jobTiming }),
  });
  const chain = auditChain({ db, now, log });
  const audit = auditService({ db, now, log, onWritten: chain.schedule });
  const limits = openLimits(db, deps.now);
  const siteUrl = config.publicUrl?.replace(/\/$/, '') ?? `http://localhost:${config.port}`;
  return {
    ...deps,
    db,
    versions,
    log,
    now,
    draining,
    jobs,
    chain,
    audit,
    limits,
    /** The clock of a test; it also replaces that of the database. */
    testNow: deps.now,
    /** For what counts attempts of one address or account. */
    isLimited: { enabled: config.rateLimits, limits },
    /** Where links in messages begin. */
    siteUrl,
    /** Where people pay deposits; undefined: deposits are off. */
    paymentPage: openPaymentPage(config.paymentPage, { name: provider.name, url: siteUrl, now }),
  };
}
