import type { DerivedName, FirstName } from '@deqiq/contract/shared/imaging/derivatives.ts';

/** Appends bytes to a derived object. Resolves when they have left this process. */
export type Emit = (name: DerivedName, bytes: Uint8Array) => Promise<void>;

/** The same for the objects of one picture. */
export type EmitPart = (name: FirstName, bytes: Uint8Array) => Promise<void>;
