// npm start: any Node from 20 can run this file; everything after it runs on the pinned one.

import { startServer } from './server.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';

ensureInstalled();
ensureBuilt();
startServer(process.env);
