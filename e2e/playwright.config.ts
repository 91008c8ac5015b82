import { launchOptions } from '@deqiq/testkit/browser.ts';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Other steps keep the processors busy; limits are for what never comes. In npm test a failed test is not repeated
  // beside them, but after them, and counted as flaky then (bootstrap/checks/steps.js).
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // A press on a missing element fails soon, not at the timeout of the test.
    actionTimeout: 30_000,
    locale: 'az-AZ',
    timezoneId: 'Asia/Baku',
    trace: 'on-first-retry',
    launchOptions,
  },
});
