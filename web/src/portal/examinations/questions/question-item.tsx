import type { Question } from '@deqiq/contract/reports/questions.ts';
import * as texts from '@deqiq/messages/reports/question-list.js';
import { MapPin, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../lib/cx.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Outbox, Pin, Unsent } from './outbox.ts';
import { PhotoButton } from './photo-control.tsx';
import { QuestionPhoto } from './question-photo.tsx';

type QuestionItemProps = {
  question: Question;
  isOwn: boolean;
  isNew: boolean;
  onShow: (pin: Pin) => void;
};

export function QuestionItem({ question, isOwn, isNew, onShow }: QuestionItemProps) {
  const { text, author, at, readAt, answeredAt, file, point, photo } = question;
  const role = author.role === 'staff' ? texts.radiologist() : texts.doctor();
  const isOpen = author.role === 'partner' && answeredAt === null;
  return (
    <Bubble
      isOwn={isOwn}
      author={isOwn ? texts.you() : [role, author.name].filter(Boolean).join(' · ')}
      time={formatMoment(at)}
      text={text}
    >
      {photo && <QuestionPhoto photo={photo} />}
      {isNew && <StatusBadge tone="success">{texts.isNew()}</StatusBadge>}
      {isOpen && <StatusBadge tone="warning">{texts.open()}</StatusBadge>}
      {!isOpen && isOwn && (answeredAt ?? readAt) && (
        <StatusBadge tone="neutral">{answeredAt ? texts.answered() : texts.read()}</StatusBadge>
      )}
      {file && point && (
        <Button
          variant="quiet"
          size="sm"
          icon={<MapPin size={16} aria-hidden="true" />}
          onClick={() => onShow({ file, point })}
        >
          {texts.showPoint()}
        </Button>
      )}
    </Bubble>
  );
}

type UnsentItemProps = { unsent: Unsent; outbox: Outbox };

export function UnsentItem({ unsent, outbox }: UnsentItemProps) {
  const { text, state, message, photo } = unsent;
  return (
    <Bubble
      isOwn
      author={texts.you()}
      time={state === 'sending' ? texts.sending() : texts.notSent()}
      text={text}
    >
      {photo && (
        <span className="inline-flex min-w-0 items-center gap-1 text-note text-muted">
          <Paperclip size={16} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 truncate">{photo.name}</span>
        </span>
      )}
      {state !== 'sending' && (
        <>
          <p className="w-full text-note text-danger">{message || texts.offline()}</p>
          <UnsentActions unsent={unsent} outbox={outbox} />
        </>
      )}
    </Bubble>
  );
}

/** Choices of the author for a question that was not sent: it never goes silently without its photo. */
function UnsentActions({ unsent: { key, photo, state }, outbox }: UnsentItemProps) {
  return (
    <>
      {photo?.isLost ? (
        <PhotoButton
          label={texts.attachAgain()}
          onChoose={(file) => outbox.resendWith(key, file)}
        />
      ) : (
        <Button variant="outline" size="sm" onClick={() => outbox.resend(key)}>
          {texts.retry()}
        </Button>
      )}
      {photo && state === 'refused' && (
        <Button variant="outline" size="sm" onClick={() => outbox.resendWith(key, null)}>
          {texts.sendWithoutPhoto()}
        </Button>
      )}
      {!photo?.isLost && (
        <Button variant="quiet" size="sm" onClick={() => outbox.takeBack(key)}>
          {texts.edit()}
        </Button>
      )}
      {state === 'refused' && (
        <Button variant="quiet" size="sm" onClick={() => remove(outbox, key)}>
          {texts.remove()}
        </Button>
      )}
    </>
  );
}

function remove(outbox: Outbox, key: string): void {
  const { restore } = outbox.remove(key);
  toast.success(texts.removed(), { label: texts.undo(), run: restore });
}

type BubbleProps = {
  isOwn: boolean;
  author: string;
  time: string;
  text: string;
  children: ReactNode;
};

const Bubble = ({ isOwn, author, time, text, children }: BubbleProps) => (
  <li
    className={cx(
      'grid max-w-[92%] gap-1 rounded-card border p-3',
      isOwn ? 'justify-self-end border-line bg-accent-soft' : 'border-line bg-surface',
    )}
  >
    <p className="flex flex-wrap justify-between gap-x-3 text-note text-muted">
      <span className="min-w-0 font-medium wrap-anywhere text-text">{author}</span>
      <span>{time}</span>
    </p>
    <p className="text-desk wrap-anywhere whitespace-pre-wrap">{text}</p>
    <div className="flex flex-wrap items-center gap-2 empty:hidden">{children}</div>
  </li>
);
