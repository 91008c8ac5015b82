/** All that a public page runs at load: at most 2 KB, inlined, with the styles. Pages work without it. */
import './site.css';
import { startCarousel } from './starter/carousel.ts';
import { countUp } from './starter/count-up.ts';
import { prepareIslands } from './starter/islands.ts';
import { startLive } from './starter/live.ts';
import { startMenus } from './starter/menus.ts';

startMenus();
prepareIslands();
startLive();
startCarousel();
countUp();
