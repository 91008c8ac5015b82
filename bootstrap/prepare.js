// npm run build: installs what the lock file says and builds the website, without serving it.
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';

ensureInstalled();
ensureBuilt();
