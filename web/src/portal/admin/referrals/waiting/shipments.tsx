import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { shipmentsQuery } from '../../../../api/referrals/referrals-desk.ts';
import { describeAge } from '../../../../lib/describe-age.ts';
import { fullName, personName } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { FilePicture } from '../../../examinations/file-viewer/file-picture.tsx';
import { Secondary } from '../../list/rows/cells.tsx';
import { CardRow, RowCard } from './card-row.tsx';

/** Pictures of papers that partners have sent instead of the form, the longest waiting first. */
export function Shipments({ onTranscribe }: { onTranscribe: (shipment: Checkup) => void }) {
  const { data: waiting = [] } = useQuery(shipmentsQuery());
  if (waiting.length === 0) return null;
  return (
    <CardRow title={texts.shipments()} count={String(waiting.length)}>
      {waiting.map((shipment) => (
        <RowCard key={shipment._id}>
          <Preview shipment={shipment} />
          <div className="grid min-w-0 grow justify-items-start gap-1.5">
            <span className="max-w-full truncate font-medium">
              {fullName(shipment) || personName(shipment.partner)}
            </span>
            <Secondary>{texts.waiting({ age: describeAge(shipment.createdAt) })}</Secondary>
            <Button
              size="sm"
              aria-label={texts.transcribeOf({ partner: personName(shipment.partner) })}
              onClick={() => onTranscribe(shipment)}
            >
              {texts.transcribe()}
            </Button>
          </div>
        </RowCard>
      ))}
    </CardRow>
  );
}

function Preview({ shipment: { fileLinks } }: { shipment: Checkup }) {
  const [first] = fileLinks;
  return (
    <span className="grid h-24 w-20 shrink-0 place-items-center overflow-hidden rounded-field bg-ink text-mist">
      {first && (
        <FilePicture
          file={first}
          seenBy="admin"
          signSize={22}
          width={80}
          height={96}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
