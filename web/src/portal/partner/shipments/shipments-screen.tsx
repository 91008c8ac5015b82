import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as texts from '@deqiq/messages/partner/shipments.js';
import { CircleAlert, CircleCheck, Send } from 'lucide-react';
import { Link } from 'react-router';
import { clinic } from '../../../lib/clinic.ts';
import { cx } from '../../../lib/cx.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Chooser } from './chooser.tsx';
import { Details } from './details.tsx';
import { Preview } from './preview.tsx';
import { useShipment } from './use-shipment.ts';

/** One picture for the laboratory, from the camera or from a file. */
export function ShipmentsScreen() {
  const { file, details, notice, share, choose, describe, refuse, send, stop } = useShipment();
  const sending = share !== undefined;
  return (
    <>
      <title>{`${texts.title()} · ${clinic.name}`}</title>
      <PageHeader title={texts.title()} subtitle={texts.subtitle()} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]"
      >
        {file ? (
          <Preview
            file={file}
            disabled={sending}
            onRemove={() => choose([])}
            onBroken={() => refuse(shipmentMessages.bytesDisagree())}
          />
        ) : (
          <Chooser onFiles={choose} />
        )}
        <div>
          <ShipmentNotice notice={notice} />
          {file && <Details details={details} disabled={sending} onChange={describe} />}
          {sending ? (
            <div className="grid gap-3">
              <Progress
                value={share < 1 ? share * 100 : undefined}
                label={share < 1 ? texts.sending() : texts.checking()}
              />
              <Button variant="outline" onClick={stop}>
                {texts.stop()}
              </Button>
            </div>
          ) : (
            <Button
              type="submit"
              variant={file ? 'primary' : 'outline'}
              icon={<Send size={18} aria-hidden="true" />}
              className="w-full"
            >
              {texts.send()}
            </Button>
          )}
          <Afterwards />
        </div>
      </form>
      <nav aria-label={areaTexts.referrals()} className="flex flex-wrap gap-2.5">
        <Link to={portalPaths.newReferral} className={buttonClass('outline')}>
          {areaTexts.newReferral()}
        </Link>
        <Link to={portalPaths.partnerReferrals} className={buttonClass('quiet')}>
          {areaTexts.referrals()}
        </Link>
      </nav>
    </>
  );
}

/** The live region of a success is always rendered, so that its new content is announced. */
function ShipmentNotice({ notice }: { notice: ReturnType<typeof useShipment>['notice'] }) {
  return (
    <>
      {notice?.type === 'error' && (
        <p role="alert" className={cx(noticeClass, 'bg-danger-soft text-danger')}>
          <CircleAlert size={19} aria-hidden="true" className="mt-px shrink-0" />
          {notice.text}
        </p>
      )}
      <div role="status">
        {notice?.type === 'success' && (
          <p className={cx(noticeClass, 'bg-success-soft text-success')}>
            <CircleCheck size={19} aria-hidden="true" className="mt-px shrink-0" />
            {notice.text}
          </p>
        )}
      </div>
    </>
  );
}

const noticeClass = 'mb-4 flex gap-2.5 rounded-field px-3.5 py-3 text-desk';

const listSteps = () => [texts.appears(), texts.isRead(), texts.isAnswered()];

function Afterwards() {
  return (
    <section className="mt-5 grid gap-2 border-t border-line pt-5 text-desk text-muted">
      <h2 className="font-medium text-text">{texts.afterwards()}</h2>
      <ol className="grid gap-1.5">
        {listSteps().map((step, index) => (
          <li key={step} className="grid grid-cols-[1.25rem_1fr]">
            <span aria-hidden="true" className="text-accent tabular-nums">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
