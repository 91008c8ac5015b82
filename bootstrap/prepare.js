// npm run build: installs the locked dependencies and builds the website, without serving it.
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';

ensureInstalled();
ensureBuilt();
