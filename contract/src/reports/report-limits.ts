/** Key images of one report. */
export const MAX_KEY_IMAGES = 40;
