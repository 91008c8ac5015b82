import { test as base, expect } from '@playwright/test';
import { createPhantom } from './phantom.ts';
import { type PixelsServer, startPixelsServer } from './pixels-server.ts';

export { expect };

/** Two volumes of the same values; the axes of the second are not those of the patient. */
export const upright = createPhantom([48, 40, 36], false);
export const oblique = createPhantom([48, 40, 36], true);

/** Tests of the viewer's pixels alone: their page draws, and their server has the two volumes. */
export const test = base.extend<object, { server: PixelsServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const server = await startPixelsServer();
      for (const [name, phantom] of Object.entries({ upright, oblique })) {
        server.putMetadata(`/${name}`, phantom.metadata);
        server.put(`/${name}/raw`, phantom.values);
      }
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],

  page: async ({ page, server }, use) => {
    server.requests.length = 0;
    await page.goto(server.url);
    await use(page);
  },
});
