import { TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/reports/question-list.js';
import { MapPin, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { TextArea } from '../../../ui/field/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Outbox, Pin } from './outbox.ts';
import { PhotoControl } from './photo-control.tsx';

type QuestionFormProps = {
  area: Role;
  outbox: Outbox;
  report: string | null;
  onPick: ((signal: AbortSignal) => Promise<Pin | undefined>) | undefined;
};

/** The field for a question or an answer. The text is stored with every key. */
export function QuestionForm({ area, outbox, report, onPick }: QuestionFormProps) {
  const { text, photo } = useSyncExternalStore(outbox.state.subscribe, outbox.state.get);
  const pin = usePin(onPick);
  const send = () => {
    outbox.send(report, pin.value ?? null);
    pin.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label={texts.field()}>
        <TextArea
          rows={3}
          value={text}
          maxLength={TEXT_MAX}
          placeholder={area === 'admin' ? texts.answerHint() : texts.askHint()}
          onChange={({ target }) => outbox.write(target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          {onPick && <PinControl pin={pin} />}
          <PhotoControl photo={photo} onChange={outbox.attach} />
        </span>
        <Button
          type="submit"
          disabled={text.trim() === ''}
          icon={<SendHorizontal size={17} aria-hidden="true" />}
        >
          {texts.send()}
        </Button>
      </div>
    </form>
  );
}

/** The point that the next question is pinned to. */
function usePin(onPick: QuestionFormProps['onPick']) {
  const [value, setValue] = useState<Pin>();
  const [isPicking, setPicking] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const stop = () => controller.current?.abort();
  const pick = async () => {
    if (!onPick) return;
    controller.current = new AbortController();
    setPicking(true);
    const picked = await onPick(controller.current.signal);
    setPicking(false);
    if (picked) setValue(picked);
  };
  return { value, isPicking, pick, stop, clear: () => setValue(undefined) };
}

function PinControl({ pin }: { pin: ReturnType<typeof usePin> }) {
  if (pin.value)
    return (
      <span className="inline-flex items-center gap-1 text-note font-medium text-accent-hover">
        <MapPin size={16} aria-hidden="true" />
        {texts.pinned()}
        <IconButton
          label={texts.unpin()}
          icon={<X size={16} aria-hidden="true" />}
          onClick={pin.clear}
        />
      </span>
    );
  return (
    <span>
      <Button
        variant="outline"
        size="sm"
        aria-pressed={pin.isPicking}
        icon={<MapPin size={16} aria-hidden="true" />}
        onClick={() => (pin.isPicking ? pin.stop() : void pin.pick())}
      >
        {texts.pin()}
      </Button>
      <span role="status" className="block pt-1 text-note text-accent-hover">
        {pin.isPicking && texts.picking()}
      </span>
    </span>
  );
}
