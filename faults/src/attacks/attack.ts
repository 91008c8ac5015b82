import type { CampaignContext, Figure } from '../campaign.ts';
import type { Target, TargetOptions } from './target.ts';

/** What an attack measured, and what it found. */
export interface AttackResult {
  readonly figures: readonly Figure[];
  /** Sentences; an attack without a finding has failed to do harm. */
  readonly findings: readonly string[];
  /** Why the attack was not tried here; empty or absent when it was. */
  readonly skipped?: readonly string[];
}

export interface AttackContext
  extends Pick<CampaignContext, 'short' | 'random' | 'postgres' | 'log'> {
  /** A folder of this case alone; the campaign removes it. */
  readonly folder: string;
  /** The root folder of the checkout under attack; see --server. */
  readonly checkout: string;
  /** Starts the server of the checkout. The campaign ends every target that a case has started. */
  startTarget(options?: TargetOptions): Promise<Target>;
}

/** One attack by one user or visitor. It must find nothing on this checkout, and something on the one before its fix. */
export interface Attack {
  /** In kebab case; --case NAME runs it alone. */
  readonly name: string;
  /** What is done and what must not happen, in a sentence or two. */
  readonly about: string;
  run(context: AttackContext): Promise<AttackResult>;
}
