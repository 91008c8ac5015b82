// npm run build: installs what the lock file says and builds the website, without serving it.
import { ensureBuilt } from './build.js';
import { ensureInstalled } from './install.js';

ensureInstalled();
ensureBuilt();
