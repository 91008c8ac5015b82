import { vi } from 'vitest';

/** A browser without WebGL: no canvas has a context. */
export function hideWebGl(): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
}
