import type { Random } from '@deqiq/testkit/random.ts';

/** A figure of a campaign: how many kills, requests, rounds or losses there were. */
export interface Figure {
  readonly what: string;
  readonly count: number;
  /** The only count that is no finding; a figure without it is only told. */
  readonly must?: number;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  /** What must not happen and did, each a sentence with what is needed to see it again. */
  readonly findings: readonly string[];
  /** What was not tried here, with its reason. */
  readonly skipped?: readonly string[];
}

export interface CampaignContext {
  /** A few minutes for all campaigns together instead of forty. */
  readonly short: boolean;
  /** Everything random of the campaign comes from here; the seed is printed, and given again by --seed. */
  readonly random: Random;
  /** The root folder of the checkout whose server is attacked; only `attacks` heeds it. */
  readonly checkout: string;
  /** Names of single cases; empty for all. Only `attacks` has them. */
  readonly cases: readonly string[];
  /** A folder that is gone when the run is over. */
  readonly folder: string;
  /** A fresh, empty PostgreSQL database; undefined where there is no PostgreSQL. */
  postgres(): Promise<string | undefined>;
  log(progress: string): void;
}

/** One way of trying to break a promise of the product. */
export interface Campaign {
  readonly title: string;
  /** What is done to the product and what is compared afterwards, in a sentence or two. */
  readonly about: string;
  run(setting: CampaignContext): Promise<Outcome>;
}

/** The findings of an outcome, those of its figures included. */
export function findingsOf({ figures, findings }: Outcome): readonly string[] {
  const wrong = figures.filter(({ count, must }) => must !== undefined && count !== must);
  return [
    ...findings,
    ...wrong.map(({ what, count, must }) => `${what}: ${count} instead of ${must}`),
  ];
}
