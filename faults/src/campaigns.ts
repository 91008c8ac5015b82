import type { Campaign } from './campaign.ts';

/** Every campaign by name, in the order they run. */
export const campaigns: Record<string, Campaign> = {};
