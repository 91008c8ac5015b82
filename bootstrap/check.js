// npm run check: types, lint, boundaries and dead code; nothing is started.
import { checks } from './checks.js';
import { ensureInstalled } from './install.js';
import { runSteps } from './steps.js';

ensureInstalled();
process.exit((await runSteps(checks)) ? 0 : 1);
