import type { Attack } from './attack.ts';
import { drippingBodies } from './cases/dripping-bodies.ts';

/** Every attack that this checkout withstands, in the order they run. */
export const attacks: readonly Attack[] = [];

/** Attacks that still succeed here: --case NAME runs them, the campaign alone does not. */
export const openAttacks: readonly Attack[] = [drippingBodies];
