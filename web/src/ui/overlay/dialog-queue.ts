import type { ComponentType } from 'react';
import { createStore } from '../../lib/store.ts';

export type QueuedDialog = {
  id: number;
  title: string;
  text?: string | undefined;
  tone: 'warning' | 'error';
  confirm: string;
  /** Absent in a message, which has one button. */
  cancel?: string | undefined;
  danger: boolean;
  resolve: (confirmed: boolean) => void;
};

let sessionDialog: ComponentType | undefined;

/** Sets the sign-in dialog, which opens above everything, other dialogs included. */
export function setSessionDialog(component: ComponentType): void {
  sessionDialog = component;
}

/** Unicode marks that change the reading direction: in the name of a person or a file they would scramble the text. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

const queue = createStore<readonly QueuedDialog[]>([]);
const outlets = createStore<readonly symbol[]>([]);
let count = 0;

/** Dialogs that wait for an answer. The first one is open, in the outlet that was mounted last. */
export const dialogQueue = {
  subscribe: queue.subscribe,
  first: (): QueuedDialog | undefined => queue.get()[0],
  sessionDialog: () => sessionDialog,

  open(dialog: Omit<QueuedDialog, 'id' | 'resolve'>): Promise<boolean> {
    return new Promise((resolve) => {
      count += 1;
      const text = dialog.text?.replace(DIRECTION_MARKS, '');
      queue.set([...queue.get(), { ...dialog, text, id: count, resolve }]);
    });
  },

  answer(dialog: QueuedDialog, confirmed: boolean): void {
    if (!queue.get().includes(dialog)) return;
    queue.set(queue.get().filter((other) => other !== dialog));
    dialog.resolve(confirmed);
  },

  /** Answers the open dialog with no. Returns false if none is open. */
  dismiss(): boolean {
    const first = dialogQueue.first();
    if (first) dialogQueue.answer(first, false);
    return first !== undefined;
  },

  subscribeOutlets: outlets.subscribe,
  topOutlet: (): symbol | undefined => outlets.get().at(-1),

  /** Returns the function that removes the outlet. */
  addOutlet(outlet: symbol): () => void {
    outlets.set([...outlets.get(), outlet]);
    return () => outlets.set(outlets.get().filter((other) => other !== outlet));
  },
};
