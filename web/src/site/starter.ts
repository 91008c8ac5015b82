/** All the script a public page runs at load: at most 2 KB, inlined. Pages work without it. */
import { prepareIslands } from './starter/islands.ts';
import { startMenus } from './starter/menus.ts';

startMenus();
prepareIslands();
