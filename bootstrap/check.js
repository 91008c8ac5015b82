// npm run check: types, lint, boundaries and dead code; nothing is started.
import { checks } from './checks/checks.js';
import { runSteps } from './checks/steps.js';
import { ensureInstalled } from './setup/install.js';

ensureInstalled();
process.exit((await runSteps(checks)) ? 0 : 1);
