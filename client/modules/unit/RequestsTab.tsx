import { type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useAtomValue } from 'jotai';
import { LifeBuoy } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { dataOf } from '../../kit/api.ts';
import { now } from '../../kit/clock.ts';
import { useFormats } from '../../kit/formats.ts';
import { recordAtom } from '../../kit/records.ts';
import { Few, Line } from '../../kit/ui/detail/Few.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { useFewRecords } from '../../kit/ui/useFewRecords.ts';

const MOST = 50;

/** What the residents of a unit have asked for, newest first. */
export function RequestsTab({ id }: { id: string }) {
  const { t } = useTranslation('unit');
  const { idUnitGroup = '' } = useParams();
  const view = useFewRecords(ticket, 'unitId', id, MOST);
  return (
    <Few
      view={view}
      most={MOST}
      icon={LifeBuoy}
      none={t('requests.none')}
      all={{ to: `/projects/${idUnitGroup}/help-desk?tab=all&unitId=${id}`, label: t('requests.all') }}
    >
      {one => <Request key={one} id={one} to={`/projects/${idUnitGroup}/help-desk?tab=all&helpDeskId=${one}`} />}
    </Few>
  );
}

function Request({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('ticket');
  const { when } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(ticket.name, id), [id]));
  const { code, title, status, createdAt } = dataOf<TicketRow>(entry?.row);
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
