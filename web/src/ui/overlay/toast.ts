/** A button in a toast, such as Undo. */
export type NoticeAction = { label: string; run: () => void };

export type Notice = { text: string; type: 'success' | 'error'; action?: NoticeAction };

let waiting: Notice[] = [];
let show: ((notice: Notice) => void) | undefined;

function notify(notice: Notice): void {
  if (show) show(notice);
  else waiting.push(notice);
}

/** The one channel for toasts. They are shown top-center for three seconds, longer with an action. */
export const toast = {
  success: (text: string, action?: NoticeAction) =>
    notify({ text, type: 'success', ...(action && { action }) }),
  error: (text: string) => notify({ text, type: 'error' }),
  /** Drops toasts that have not been shown yet. */
  clear: () => {
    waiting = [];
  },
};

/** Registers the handler that shows toasts, and passes it those that wait. Returns the function that removes it. */
export function showNotices(handler: (notice: Notice) => void): () => void {
  show = handler;
  for (const notice of waiting) handler(notice);
  waiting = [];
  return () => {
    if (show === handler) show = undefined;
  };
}
