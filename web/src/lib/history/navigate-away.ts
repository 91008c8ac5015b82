import { releaseHistory } from './overlay-history.ts';
import { dropUnloadWarnings } from './unload-warning.ts';

/**
 * Replaces this document by the one at the address. A step through the history that is under way would cancel the
 * navigation, so it arrives first; afterwards no overlay makes another one.
 */
export function navigateAway(address: string): void {
  dropUnloadWarnings();
  releaseHistory(() => window.location.replace(address));
}
