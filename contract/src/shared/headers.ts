/** Header of automatic requests of an idle screen; they do not extend the session. */
export const IDLE_HEADER = 'x-idle';
