import { vi } from 'vitest';

/** Takes the place of the real one in tests, which never leave their document. */
export const navigateAway = vi.fn();
