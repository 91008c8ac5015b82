import { launchOptions } from '@deqiq/testkit/browser.ts';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A step may be delayed on a busy machine; a test that passes only the second time is printed as flaky.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // A press on a missing element fails soon, not at the timeout of the test.
    actionTimeout: 20_000,
    locale: 'az-AZ',
    timezoneId: 'Asia/Baku',
    trace: 'on-first-retry',
    launchOptions,
  },
});
