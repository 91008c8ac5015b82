import type { Random } from '@deqiq/testkit/random.ts';

/** A count of a campaign: kills, requests, rounds, losses. */
export interface Figure {
  readonly what: string;
  readonly count: number;
  /** The expected count; any other is a finding. Without it the figure is only reported. */
  readonly must?: number;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  /** Violations of what the product guarantees, one sentence each, with what is needed to reproduce them. */
  readonly findings: readonly string[];
  /** Parts that could not run on this machine, with the reason. */
  readonly skipped?: readonly string[];
}

export interface CampaignContext {
  /** A few minutes for all campaigns instead of forty. */
  readonly short: boolean;
  /** The only source of randomness. The seed is printed; `--seed` sets it. */
  readonly random: Random;
  /** The root folder of the checkout under attack. Only `attacks` uses it. */
  readonly checkout: string;
  /** Names of single cases; empty for all. Only `attacks` has cases. */
  readonly cases: readonly string[];
  /** A folder that is removed after the run. */
  readonly folder: string;
  /** The URL of a fresh, empty PostgreSQL database; undefined without PostgreSQL. */
  postgres(): Promise<string | undefined>;
  log(progress: string): void;
}

/** A systematic attempt to break a guarantee of the product. */
export interface Campaign {
  readonly title: string;
  /** One or two sentences: what is done to the product, and what is compared afterwards. */
  readonly about: string;
  run(context: CampaignContext): Promise<Outcome>;
}

/** All findings of an outcome, including unexpected counts. */
export function findingsOf({ figures, findings }: Outcome): readonly string[] {
  const wrong = figures.filter(({ count, must }) => must !== undefined && count !== must);
  return [
    ...findings,
    ...wrong.map(({ what, count, must }) => `${what}: ${count} instead of ${must}`),
  ];
}
