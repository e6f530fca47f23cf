import { ticket } from '@lobby/shared/modules/ticket.ts';
import { LifeBuoy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { AddRelated } from '../../kit/ui/detail/related/AddRelated.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const NewTicket = lazyPart(async () => (await import('./NewTicket.tsx')).NewTicket, DialogSkeleton);

const MOST = 50;

/** Tickets of a unit or resident, newest first. */
export function RequestsTab({ id, of }: { id: string; of: 'unitId' | 'residentId' }) {
  const { t } = useTranslation('ticket');
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(ticket, of, id, MOST);
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={LifeBuoy}
      none={t('related.none')}
      all={{ to: `/projects/${idUnitGroup}/help-desk?tab=all&${of}=${id}`, label: t('related.all') }}
      add={
        <AddRelated definition={ticket}>
          {onClose => <NewTicket defaults={of === 'unitId' ? { unitId: id } : { residentId: id }} onClose={onClose} />}
        </AddRelated>
      }
    >
      {rowId => (
        <Request key={rowId} id={rowId} to={`/projects/${idUnitGroup}/help-desk?tab=all&helpDeskId=${rowId}`} />
      )}
    </RelatedRecords>
  );
}

function Request({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('ticket');
  const { when } = useFormats();
  const { code, title, status, createdAt } = useHeldRow(ticket, id);
  const shape = status && ticket.statuses[status];
  return (
    <Line
      to={to}
      title={title ?? ''}
      note={[code, createdAt && when(createdAt, now())].filter(Boolean).join(' · ')}
      after={
        shape && (
          <Status tone={shape.tone} icon={shape.icon}>
            {t(`statuses.${status}`)}
          </Status>
        )
      }
    />
  );
}
