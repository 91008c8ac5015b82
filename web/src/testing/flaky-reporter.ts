import type { Reporter, TestModule } from 'vitest/node';

/** Prints the files with a test that passed only the second time, in the words that `bootstrap/checks/steps.js` counts. */
export class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const files = modules.filter(hasFlakyTest).map(({ relativeModuleId }) => relativeModuleId);
    if (files.length > 0) console.log(`flaky, passed only the second time: ${files.join(', ')}`);
  }
}

function hasFlakyTest(module: TestModule) {
  return module.children.allTests().some((test) => test.diagnostic()?.flaky === true);
}
