/** The header of requests that a screen sends by itself while nobody uses it: no use of the session. */
export const IDLE_HEADER = 'x-idle';
