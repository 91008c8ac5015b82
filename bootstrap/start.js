// npm start: any Node from 20 can run this file; everything after it runs on the pinned one.
import { ensureBuilt } from './build.js';
import { ensureInstalled } from './install.js';
import { startServer } from './server.js';

ensureInstalled();
ensureBuilt();
startServer(process.env);
