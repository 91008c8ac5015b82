/** All that a public page runs at load: at most 2 KB, inlined, with the styles. Pages work without it. */
import './site.css';
import { startCarousel } from './boot/carousel.ts';
import { countUp } from './boot/count-up.ts';
import { prepareIslands } from './boot/islands.ts';
import { startLoadOnDemand } from './boot/load-on-demand.ts';
import { startMenus } from './boot/menus.ts';
import { rememberLanguage } from './boot/remember-language.ts';

startMenus();
rememberLanguage();
prepareIslands();
startLoadOnDemand();
startCarousel();
countUp();
