import type { DerivedName } from '@deqiq/contract/shared/derivatives.ts';

/** Appends bytes to a derived object. Resolves when they have left this process. */
export type Emit = (name: DerivedName, bytes: Uint8Array) => Promise<void>;
