export type Notice = { text: string; type: 'success' | 'error' };

let waiting: Notice[] = [];
let show: ((notice: Notice) => void) | undefined;

function notify(notice: Notice): void {
  if (show) show(notice);
  else waiting.push(notice);
}

/** The one channel for short notices; they stand top-center for three seconds. */
export const toast = {
  success: (text: string) => notify({ text, type: 'success' }),
  error: (text: string) => notify({ text, type: 'error' }),
  /** Drops what has not been shown yet. */
  clear: () => {
    waiting = [];
  },
};

/** Who shows the notices; what was said before gets shown now. Returns how to stop. */
export function showNotices(handler: (notice: Notice) => void): () => void {
  show = handler;
  for (const notice of waiting) handler(notice);
  waiting = [];
  return () => {
    if (show === handler) show = undefined;
  };
}
