/** All that a public page runs at load: at most 2 KB, inlined, with the styles. Pages work without it. */
import './site.css';
import { prepareIslands } from './starter/islands.ts';
import { startLive } from './starter/live.ts';
import { startMenus } from './starter/menus.ts';

startMenus();
prepareIslands();
startLive();
