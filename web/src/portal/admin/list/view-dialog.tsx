import * as texts from '@deqiq/messages/office/list-view.js';
import { Printer, SlidersVertical, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { useListView } from './list-view.ts';
import './print-list.css';

type ViewProps = { state: ReturnType<typeof useListView> };
type Columns = { columns: readonly Pick<Column<never>, 'id' | 'header' | 'title'>[] };

/** The saved views of a list; the one in force is marked. */
export function SavedViews({ state: { view, query } }: ViewProps) {
  if (view.views.length === 0) return null;
  return (
    <nav aria-label={texts.savedViews()} className="flex flex-wrap gap-2">
      {view.views.map(({ name, query: saved }) => (
        <Link
          key={name}
          to={`?${saved}`}
          aria-current={saved === query ? 'true' : undefined}
          className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-note text-muted hover:text-accent-hover aria-[current=true]:border-accent aria-[current=true]:text-accent pointer-coarse:min-h-11"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Columns, density, saved views and printing, behind a button. */
export function ViewButton({ state, columns }: ViewProps & Columns) {
  const [isOpen, setOpen] = useState(false);
  const print = () => {
    setOpen(false);
    // The dialog is gone from the paper and from the page.
    requestAnimationFrame(() => window.print());
  };
  return (
    <>
      <IconButton
        label={texts.view()}
        icon={<SlidersVertical size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        className="size-11! border border-line bg-surface"
      />
      {isOpen && (
        <Dialog
          open
          size="sm"
          title={texts.view()}
          onClose={() => setOpen(false)}
          footer={
            <Button
              variant="outline"
              icon={<Printer size={17} aria-hidden="true" />}
              onClick={print}
            >
              {texts.print()}
            </Button>
          }
        >
          <Appearance state={state} columns={columns} />
          <Views state={state} />
        </Dialog>
      )}
    </>
  );
}

function Appearance({ state: { view, change }, columns }: ViewProps & Columns) {
  const { hiddenColumns, isDense } = view;
  const toggle = (id: string) =>
    change({
      hiddenColumns: hiddenColumns.includes(id)
        ? hiddenColumns.filter((each) => each !== id)
        : [...hiddenColumns, id],
    });
  return (
    <div className="grid">
      <Checkbox
        label={texts.dense()}
        checked={isDense}
        onChange={() => change({ isDense: !isDense })}
      />
      <h3 className="mt-2 text-note font-medium text-muted">{texts.columns()}</h3>
      {columns
        .filter(({ id, title }) => !title && id !== 'number')
        .map(({ id, header }) => (
          <Checkbox
            key={id}
            label={header}
            checked={!hiddenColumns.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
    </div>
  );
}

function Views({ state: { view, change, query } }: ViewProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const others = view.views.filter((each) => each.name !== name);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!name) return;
    change({ views: [...others, { name, query }] });
    setTyped('');
  };
  return (
    <form onSubmit={save} className="mt-4 grid gap-2.5 border-t border-line pt-4">
      <Field label={texts.name()} hint={texts.about()}>
        <TextInput
          value={typed}
          maxLength={40}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
        />
      </Field>
      <Button type="submit" variant="outline" className="justify-self-start">
        {texts.save()}
      </Button>
      <ul className="empty:hidden">
        {view.views.map((each) => (
          <li key={each.name} className="flex items-center justify-between gap-2 text-desk">
            <span className="min-w-0 wrap-anywhere">{each.name}</span>
            <IconButton
              label={texts.remove({ name: each.name })}
              variant="danger"
              icon={<Trash2 size={17} aria-hidden="true" />}
              onClick={() => change({ views: view.views.filter(({ name }) => name !== each.name) })}
            />
          </li>
        ))}
      </ul>
    </form>
  );
}
