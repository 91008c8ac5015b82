import type { ReportMacro } from '@deqiq/contract/reports/report-macros.ts';
import { TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/report-macros.js';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { reportMacrosQuery } from '../../../../api/reports/report-macros.ts';
import { toast } from '../../../../ui/overlay/toast.ts';
import { findField, findMacro, type TextRange } from './macro-text.ts';

type Key = KeyboardEvent<HTMLTextAreaElement>;

const isPlainTab = ({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): boolean =>
  key === 'Tab' && !shiftKey && !altKey && !ctrlKey && !metaKey;

/** As if it was typed: React and the draft hear of it. */
function replaceText(element: HTMLTextAreaElement, { start, end }: TextRange, text: string): void {
  element.setRangeText(text, start, end, 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Selects the next field of a text; false where there is none. */
function selectField(element: HTMLTextAreaElement, from: number): boolean {
  const field = findField(element.value, from);
  if (field) element.setSelectionRange(field.start, field.end);
  return field !== undefined;
}

/** Macros in the texts of an editor: typed names, the list, and the way from field to field. */
export function useMacros() {
  const { data: macros = [] } = useQuery(reportMacrosQuery);
  /** The text that had the focus last. */
  const target = useRef<HTMLTextAreaElement>(null);
  /** The text whose fields Tab visits: elsewhere, and after the last one, it leaves the text. */
  const filled = useRef<HTMLTextAreaElement>(null);

  function insert(element: HTMLTextAreaElement, { text }: ReportMacro, range: TextRange): void {
    if (element.value.length + text.length > TEXT_MAX) {
      toast.error(texts.noRoom());
      return;
    }
    replaceText(element, range, text);
    filled.current = selectField(element, range.start) ? element : null;
  }

  return {
    /** Inserts at the cursor of the text that had the focus last, and returns it; null where there was none. */
    insertAtCursor(macro: ReportMacro): HTMLTextAreaElement | null {
      const element = target.current;
      if (!element?.isConnected) return null;
      insert(element, macro, { start: element.selectionStart, end: element.selectionEnd });
      return element;
    },

    /** Of the texts into which macros are inserted. */
    events: {
      onFocus: ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
        target.current = currentTarget;
        if (filled.current !== currentTarget) filled.current = null;
      },
      onKeyDown: (event: Key) => {
        const { currentTarget: element } = event;
        if (!isPlainTab(event)) return;
        const { value, selectionStart, selectionEnd } = element;
        const typed = selectionStart === selectionEnd && findMacro(macros, value, selectionEnd);
        if (typed) insert(element, typed.macro, typed.range);
        else if (filled.current !== element || !selectField(element, selectionEnd)) return;
        event.preventDefault();
      },
    },
  };
}

export type Macros = ReturnType<typeof useMacros>;
