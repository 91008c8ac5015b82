import type { CampaignContext, Figure } from '../campaign.ts';
import type { Target, TargetOptions } from './target.ts';

/** The measurements and findings of an attack. */
export interface AttackResult {
  readonly figures: readonly Figure[];
  /** One sentence each. Empty when the attack did no harm. */
  readonly findings: readonly string[];
  /** Reasons why the attack could not run on this machine; empty or absent when it ran. */
  readonly skipped?: readonly string[];
}

export interface AttackContext
  extends Pick<CampaignContext, 'short' | 'random' | 'postgres' | 'log'> {
  /** A folder for this case alone; the campaign removes it. */
  readonly folder: string;
  /** The root folder of the checkout under attack (`--server`). */
  readonly checkout: string;
  /** Starts the server of the checkout. The campaign ends every target that a case starts. */
  startTarget(options?: TargetOptions): Promise<Target>;
}

/**
 * An attack by one user or visitor. It must find nothing in this checkout, and something in the one before its fix.
 */
export interface Attack {
  /** In kebab case; `--case NAME` runs it alone. */
  readonly name: string;
  /** One or two sentences: what the attack does, and what must not happen. */
  readonly about: string;
  run(context: AttackContext): Promise<AttackResult>;
}
